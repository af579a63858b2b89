import { defineConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

export default defineConfig({
  test: {
    name: 'engine',
    isolate: false,
    ...testsOfTier(),
    setupFiles: ['../../scripts/fast-check-seed.ts'],
  },
})
