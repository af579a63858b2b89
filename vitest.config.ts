import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'samples', 'bench', 'e2e', 'scripts'],
  },
})
