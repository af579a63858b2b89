import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'sdk', testTimeout: 60_000, isolate: false, include: ['src/**/*.test.{ts,tsx}'] },
})
