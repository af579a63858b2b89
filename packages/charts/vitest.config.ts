import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({ test: { name: 'charts', include: ['src/**/*.test.{ts,tsx}'] } })

export default config
