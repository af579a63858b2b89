import { defineConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'web',
    ...testsOfTier(),
    // Files share a process, so that it bundles the scenes once and loads each module once.
    isolate: false,
    expect: { poll: { timeout: 10_000 } },
  },
})
