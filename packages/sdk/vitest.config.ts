import { defineConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

export default defineConfig({
  test: { name: 'sdk', isolate: false, ...testsOfTier() },
})
