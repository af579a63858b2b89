import { defineConfig } from 'vitest/config'
import { testsOfTier } from '../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'e2e',
    ...testsOfTier(),
    // A browser and a server share the machine with other tests.
    expect: { poll: { timeout: 20_000 } },
  },
})
