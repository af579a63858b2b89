import { bigint } from 'drizzle-orm/pg-core'

/** A column with a time in milliseconds since 1970. */
export const epochMs = (name: string) => bigint(name, { mode: 'number' })
