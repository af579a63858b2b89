import { defineConfig } from 'vitest/config'
import { retrySlowBrowser } from '../scripts/retry-slow-browser.ts'
import { testsOfTier } from '../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    ...testsOfTier(),
    retry: retrySlowBrowser,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A browser and a server share the machine with other tests.
    expect: { poll: { timeout: 20_000 } },
  },
})
