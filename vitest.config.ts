import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: ['packages/*', 'samples', 'bench', 'e2e'],
  },
})
