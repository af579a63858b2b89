import { defineConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'server',
    ...testsOfTier(),
    // chDB takes one data folder a process. A process runs file after file: loading the server takes longer than most of them.
    pool: 'forks',
    isolate: false,
    globalSetup: './src/testing/database-template.ts',
    expect: { poll: { timeout: 10_000 } },
  },
})
