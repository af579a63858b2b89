import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Bytes to be removed from the file store. A row is written together with the deletion of whatever referenced them and stays
 * until they are gone, so neither a crash in between nor a running backup leaves unreferenced bytes.
 */
export const removals = pgTable('removals', {
  handle: text('handle').primaryKey(),
  requestedAt: bigint('requested_at', { mode: 'number' }).notNull(),
})
