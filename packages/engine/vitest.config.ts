import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'engine',
    testTimeout: 60_000,
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/fast-check-seed.ts'],
  },
})
