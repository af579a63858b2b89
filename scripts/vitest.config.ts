import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from './test-tier.ts'

const config: ViteUserConfig = defineConfig({
  test: { name: 'scripts', ...testsOfTier('.') },
})
export default config
