import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from '../../scripts/test-tier.ts'

const config: ViteUserConfig = defineConfig({
  test: { name: 'cli', testTimeout: 60_000, isolate: false, hookTimeout: 60_000, ...testsOfTier() },
})

export default config
