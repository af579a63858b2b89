import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import { projects } from './projects.ts'
import type { EventKind } from './wire-types.ts'

/** Changes to what a project watches, reported by people, by CI or by a webhook. */
export const events = pgTable(
  'events',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => projects.sourceId, { onDelete: 'cascade' }),
    at: epochMs('at').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    title: text('title').notNull(),
    version: text('version'),
    instances: jsonb('instances').$type<string[]>().notNull(),
    link: text('link'),
    /** The name of the account, or of the service. */
    by: text('by').notNull(),
    /** Null for a service, and where the account is gone. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** What a service calls it: the same is not added twice. */
    key: text('key'),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    index('events_time').on(table.sourceId, table.at, table.id),
    uniqueIndex('events_key').on(table.sourceId, table.key),
  ],
)
