import { fileURLToPath } from 'node:url'

export const migrationsFolder: string = fileURLToPath(new URL('./migrations', import.meta.url))
