import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.{ts,tsx}'],
    // chDB takes one data folder a process.
    pool: 'forks',
    isolate: true,
    globalSetup: './src/testing/database-template.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
