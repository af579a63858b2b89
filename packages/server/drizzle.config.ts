import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/adapters/database/schema/*.ts',
  out: './src/adapters/database/migrations',
})
