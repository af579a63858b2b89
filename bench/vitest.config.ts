import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { testsOfTier } from '../scripts/test-tier.ts'

const config: ViteUserConfig = defineConfig({ test: { name: 'bench', ...testsOfTier('.') } })
export default config
