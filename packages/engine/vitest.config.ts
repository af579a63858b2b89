import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'engine', include: ['src/**/*.test.{ts,tsx}'], setupFiles: ['../../scripts/fast-check-seed.ts'] },
})
