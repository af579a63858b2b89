import { isNotNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import type { MetricType } from './wire-types.ts'

/**
 * A data source. An uploaded file is one, under its handle; the row outlives the file's bytes for as long as a
 * detection names it. A project is one, too, and a published copy.
 */
export const sources = pgTable(
  'sources',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'file' | 'project' | 'published'>().notNull(),
    name: text('name').notNull(),
    /** Of its points; null while there are none. `toTime` is that of the last row. */
    intervalMs: bigint('interval_ms', { mode: 'number' }),
    fromTime: epochMs('from_time'),
    toTime: epochMs('to_time'),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    index('sources_owner').on(table.ownerId, table.createdAt),
    uniqueIndex('sources_project_name')
      .on(table.ownerId, sql`lower(${table.name})`)
      .where(sql`${table.kind} = 'project'`),
  ],
)

/** Accounts besides the owner that may read a source and detect on it. */
export const members = pgTable(
  'members',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    addedAt: epochMs('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.accountId] }), index('members_account').on(table.accountId)],
)

/** The series of a source, numbered from 0 as they appear; the number is the id in the point store. */
export const series = pgTable(
  'series',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** Canonical text `metric[instance][service]:group`. */
    seriesId: text('series_id').notNull(),
    metric: text('metric').notNull(),
    instance: text('instance').notNull(),
    service: text('service'),
    group: text('group'),
    unit: text('unit'),
    /** As sent; null in a file. */
    labels: jsonb('labels').$type<Record<string, string>>(),
    type: text('type').$type<MetricType>(),
    /** A hash of all that identifies it; null where its name says that. */
    identity: text('identity'),
    /** Named when names left out identifying attributes: the one series of today that would have had this name continues it. */
    hasFormerName: boolean('has_former_name').notNull().default(false),
    /** A counter that live detection reads by its increase per second, and since when it reads the series so; its scores before are of another reading. */
    isRate: boolean('is_rate').notNull().default(false),
    readSince: epochMs('read_since'),
    /** Of a file its whole span. */
    firstSeen: epochMs('first_seen'),
    lastSeen: epochMs('last_seen'),
    /** Share of rows that have a value; null, like the figures after it, where nothing was summarised. */
    present: doublePrecision('present'),
    min: doublePrecision('min'),
    max: doublePrecision('max'),
    mean: doublePrecision('mean'),
    deviation: doublePrecision('deviation'),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.number] }),
    uniqueIndex('series_id').on(table.sourceId, table.seriesId),
    uniqueIndex('series_identity').on(table.sourceId, table.identity).where(isNotNull(table.identity)),
  ],
)
