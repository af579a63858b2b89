import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: { name: 'scripts', testTimeout: 60_000, include: ['**/*.test.ts'] },
})
export default config
