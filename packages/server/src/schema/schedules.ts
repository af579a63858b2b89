import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'

/** Recurring tasks. Due times follow the owner's local time, daylight saving included. */
export const schedules = pgTable(
  'schedules',
  {
    id: text('id').primaryKey(),
    /** Null for tasks of the server itself, in UTC. */
    ownerId: text('owner_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** A name in the server's table of scheduled tasks. */
    task: text('task').notNull(),
    /** Five fields: minute, hour, day of month, month, day of week. */
    cron: text('cron').notNull(),
    nextAt: epochMs('next_at').notNull(),
    lastAt: epochMs('last_at'),
    /** The server process running it now, and its last heartbeat. */
    worker: text('worker'),
    seenAt: epochMs('seen_at'),
  },
  (table) => [index('schedules_next').on(table.nextAt)],
)
