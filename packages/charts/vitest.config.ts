import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    name: 'charts',
    testTimeout: 60_000,
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/fast-check-seed.ts'],
    expect: { poll: { timeout: 10_000 } },
  },
})

export default config
