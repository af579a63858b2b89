import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({ test: { name: 'bench', include: ['**/*.test.ts'] } })
export default config
