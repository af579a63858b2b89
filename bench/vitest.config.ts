import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({ test: { name: 'bench', testTimeout: 60_000, include: ['**/*.test.ts'] } })
export default config
