import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from '../scripts/test-tier.ts'

const config: ViteUserConfig = defineConfig({
  test: { name: 'samples', testTimeout: 60_000, ...testsOfTier('.') },
})
export default config
