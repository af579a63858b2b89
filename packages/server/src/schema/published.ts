import { sql } from 'drizzle-orm'
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
import { sources } from './sources.ts'
import type { FrozenDetection, Locale, Visibility } from './wire-types.ts'

/** Where a copy comes from in CI. */
export interface RunFacts {
  readonly commit?: string
  readonly branch?: string
  readonly buildLink?: string
}

/**
 * A published detection: a source of its own, with its series, that nothing else changes. The points of a file never change, so its copy
 * names the same datasets and keeps them; those of a project are copied to this source.
 */
export const published = pgTable(
  'published',
  {
    sourceId: text('source_id')
      .primaryKey()
      .references(() => sources.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    system: text('system').notNull(),
    visibility: text('visibility').$type<Visibility>().notNull(),
    isOpen: boolean('is_open').notNull().generatedAlwaysAs(sql`visibility = 'open'`),
    /** As the owner typed them, which does not reveal whether such accounts exist. */
    sharedNames: jsonb('shared_names').$type<string[]>().notNull().default([]),
    expiresAt: epochMs('expires_at'),
    /** Of the key in the open link; the key itself is sealed, for its owner. Null unless it is open. */
    linkHash: text('link_hash'),
    linkSealed: text('link_sealed'),
    origin: text('origin').$type<'file' | 'project'>().notNull(),
    originName: text('origin_name').notNull(),
    run: jsonb('run').$type<RunFacts>().notNull(),
    modelName: text('model_name'),
    modelType: text('model_type'),
    modelVersion: integer('model_version'),
    pvalue: doublePrecision('pvalue'),
    cvalue: integer('cvalue'),
    withRawData: boolean('with_raw_data').notNull(),
    /** Of a file published with its raw data. */
    pointsId: text('points_id'),
    scoresId: text('scores_id'),
    scoreSeries: jsonb('score_series').$type<number[]>().notNull().default([]),
    seriesCount: integer('series_count').notNull(),
    rows: integer('rows').notNull(),
    intervalMs: bigint('interval_ms', { mode: 'number' }),
    fromTime: epochMs('from_time').notNull(),
    toTime: epochMs('to_time').notNull(),
    periodCount: integer('period_count').notNull(),
    incidentCount: integer('incident_count').notNull(),
    worstVal: doublePrecision('worst_val'),
    /** 0 to 10, of the most severe period or finding in logs. */
    severity: doublePrecision('severity'),
    /** What counts towards the storage of its owner. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    index('published_owner').on(table.ownerId, table.createdAt),
    index('published_created').on(table.createdAt, table.sourceId),
    index('published_series').on(
      table.ownerId,
      sql`lower(${table.name})`,
      sql`lower(${table.system})`,
      table.createdAt,
    ),
    index('published_points').on(table.pointsId),
    index('published_scores').on(table.scoresId),
    uniqueIndex('published_link').on(table.linkHash),
  ],
)

/** What was found, in the words of each language. */
export const publishedResults = pgTable(
  'published_results',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => published.sourceId, { onDelete: 'cascade' }),
    locale: text('locale').$type<Locale>().notNull(),
    detection: jsonb('detection').$type<FrozenDetection>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.locale] })],
)

/** Ranges of the values of one series; of a copy without raw data. */
export interface KeptRanges {
  readonly min: (number | null)[]
  readonly max: (number | null)[]
  readonly count: number[]
  readonly low?: (number | null)[]
  readonly high?: (number | null)[]
  readonly score?: (number | null)[]
  readonly flagged: { time: number; value: number; val?: number }[]
}

/** The times of those ranges, with the degree over all series. */
export interface KeptTimes {
  readonly from: number
  readonly to: number
  readonly bucketMs: number
  readonly times: number[]
  readonly degree: (number | null)[]
}

export const publishedRanges = pgTable(
  'published_ranges',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => published.sourceId, { onDelete: 'cascade' }),
    /** Of the series; -1 for the times. */
    number: integer('number').notNull(),
    ranges: jsonb('ranges').$type<KeptRanges | KeptTimes>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.number] })],
)
