import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

const config: ViteUserConfig = defineConfig({
  test: {
    name: 'charts',
    isolate: false,
    ...testsOfTier(),
    setupFiles: ['../../scripts/fast-check-seed.ts'],
    expect: { poll: { timeout: 10_000 } },
  },
})

export default config
