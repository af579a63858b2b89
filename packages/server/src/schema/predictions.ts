import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'
import { sources } from './sources.ts'

/** Series of projects whose forecast leaves the range of its history within a day, as of the last time that was looked. */
export const predictions = pgTable(
  'predictions',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    series: integer('series').notNull(),
    side: text('side').$type<'above' | 'below'>().notNull(),
    /** The edge of the range. */
    limit: doublePrecision('limit').notNull(),
    about: epochMs('about').notNull(),
    earliest: epochMs('earliest').notNull(),
    latest: epochMs('latest').notNull(),
    /** How much of the past the range is of. */
    historyMs: epochMs('history_ms').notNull(),
    /** Since when it is predicted without a break. */
    since: epochMs('since').notNull(),
    /** When an alert of it was sent; null where none was. */
    alertedAt: epochMs('alerted_at'),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.series] })],
)
