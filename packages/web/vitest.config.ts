import { defineConfig } from 'vitest/config'
import { retrySlowBrowser } from '../../scripts/retry-slow-browser.ts'
import { testsOfTier } from '../../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'web',
    ...testsOfTier(),
    // Files share a process, so that it bundles the scenes once and loads each module once.
    isolate: false,
    // Browser tests share the machine with others and need longer timeouts.
    expect: { poll: { timeout: 10_000 } },
    retry: retrySlowBrowser,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
