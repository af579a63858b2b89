import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/** Demo projects that their owner has removed: no start makes them again. */
export const removedDemos = pgTable('removed_demos', {
  projectName: text('project_name').primaryKey(),
  removedAt: bigint('removed_at', { mode: 'number' }).notNull(),
})
