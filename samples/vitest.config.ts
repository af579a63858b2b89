import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: { name: 'samples', testTimeout: 60_000, include: ['**/*.test.ts'] },
})
export default config
