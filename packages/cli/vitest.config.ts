import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: { name: 'cli', testTimeout: 60_000, isolate: false, hookTimeout: 60_000, include: ['src/**/*.test.{ts,tsx}'] },
})

export default config
