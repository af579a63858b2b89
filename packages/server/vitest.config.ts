import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.{ts,tsx}'],
    // chDB takes one data folder a process. A process runs file after file: loading the server takes longer than most of them.
    pool: 'forks',
    isolate: false,
    globalSetup: './src/testing/database-template.ts',
    // Generous, for machines that are busy with other things: real processes and stores are started.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
