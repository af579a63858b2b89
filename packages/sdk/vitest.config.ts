import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'sdk', testTimeout: 60_000, include: ['src/**/*.test.{ts,tsx}'] } })
