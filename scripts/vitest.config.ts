import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from './test-tier.ts'

const config: ViteUserConfig = defineConfig({
  test: { name: 'scripts', testTimeout: 60_000, ...testsOfTier('.') },
})
export default config
