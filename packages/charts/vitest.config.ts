import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'charts', include: ['src/**/*.test.{ts,tsx}'] } })
