import { customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'
import { projects } from './projects.ts'
import type { BackfillState, CollectionFault, Connector } from './wire-types.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** What a project fetches from a service, how far it has come, and what stands in its way. */
export const collections = pgTable(
  'collections',
  {
    sourceId: text('source_id')
      .primaryKey()
      .references(() => projects.sourceId, { onDelete: 'cascade' }),
    connector: text('connector').$type<Connector>().notNull(),
    /** As asked for, without secrets. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    /** A sealed JSON object. */
    secrets: bytes('secrets').notNull(),
    /** All before this time was fetched; a late provider's last samples are fetched again. */
    collectedTo: epochMs('collected_to').notNull(),
    /** Time of the newest sample or line that came; null before the first. */
    newestAt: epochMs('newest_at'),
    /** Of a collector that follows something: where it goes on. */
    cursor: jsonb('cursor').$type<unknown>(),
    /** When it fetches next. */
    nextAt: epochMs('next_at').notNull(),
    /** The server that fetches now, and until when it may without a further sign of life. */
    leasedBy: text('leased_by'),
    leasedUntil: epochMs('leased_until'),
    fault: text('fault').$type<CollectionFault>(),
    /** What the provider said, in its words. */
    faultText: text('fault_text'),
    faultSince: epochMs('fault_since'),
    /** Attempts that failed since the last success. */
    failures: integer('failures').notNull().default(0),
    /** The past is fetched from `backfillTo` back to `backfillFrom`, the newest first; null where none was asked for. */
    backfillState: text('backfill_state').$type<BackfillState>(),
    backfillFrom: epochMs('backfill_from'),
    backfillTo: epochMs('backfill_to'),
    /** All after this time was fetched. */
    backfilledFrom: epochMs('backfilled_from'),
    backfillNextAt: epochMs('backfill_next_at').notNull(),
    backfillLeasedBy: text('backfill_leased_by'),
    backfillLeasedUntil: epochMs('backfill_leased_until'),
    backfillFault: text('backfill_fault').$type<CollectionFault>(),
    backfillFaultText: text('backfill_fault_text'),
    backfillFailures: integer('backfill_failures').notNull().default(0),
    /** Counts the changes of settings and secrets: whoever has the connection open opens it anew. */
    revision: integer('revision').notNull().default(1),
  },
  (table) => [index('collections_next').on(table.nextAt)],
)
