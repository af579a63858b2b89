import { defineConfig } from 'vitest/config'
import { retrySlowBrowser } from '../../scripts/retry-slow-browser.ts'

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    // Browser tests share the machine with others and need longer timeouts.
    expect: { poll: { timeout: 10_000 } },
    retry: retrySlowBrowser,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
