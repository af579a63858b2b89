import type { FindingKind, GapFinding, LogDetail, Period } from '@omen/engine'
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
import { detections } from './detections.ts'
import { epochMs } from './epoch-ms.ts'
import { incidents } from './incidents.ts'
import { sources } from './sources.ts'

/** Details needed only by the view of a single finding. */
export type PeriodDetail = Pick<
  Period,
  | 'fromRow'
  | 'toRow'
  | 'isMissingValue'
  | 'series'
  | 'sentence'
  | 'recoveringUntil'
  | 'isNewNormal'
  | 'hasDownTime'
  | 'nthOfSpan'
> &
  Lasting
export type GapDetail = Pick<
  GapFinding,
  'fromRow' | 'toRow' | 'isMissingValue' | 'instance' | 'seriesIds' | 'sentence'
> &
  Lasting

export type LogFindingDetail = Pick<LogDetail, 'templateId' | 'example' | 'sentence'> &
  Lasting & {
    /** Of a file: number of its first line; of a template that stopped, of its last one. */
    line?: number
  }

/** In log lines, or as in metrics. */
export type StoredFindingKind = FindingKind | 'log'

/** While a finding continues: the time of its last row so far. */
interface Lasting {
  lastRowAt?: number
}

/** Anything reported: one row per period, per gap, and per finding in log lines. */
export const findings = pgTable(
  'findings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    detectionId: text('detection_id').references(() => detections.id, { onDelete: 'cascade' }),
    incidentId: text('incident_id').references(() => incidents.id, { onDelete: 'set null' }),
    /** Its incident was chosen by a person, who merged or split incidents. */
    isPinned: boolean('is_pinned').notNull().default(false),
    type: text('type').$type<'period' | 'gap' | 'log'>().notNull(),
    /** Of a finding on live data: the same for as long as it lasts. */
    key: text('key'),
    /** Counts from 1 among those of its type in a detection, by time; 0 on live data. */
    number: integer('number').notNull(),
    kind: text('kind').$type<StoredFindingKind>().notNull(),
    startTime: epochMs('start_time').notNull(),
    /** Time of the last row; null while it continues. */
    endTime: epochMs('end_time'),
    /** Of a finding on live data: time of the row that it was first reported with. */
    reportedAt: epochMs('reported_at'),
    /** The moments of the alerts that reported it and its end; null where its incident as a whole was reported. */
    alertedAt: epochMs('alerted_at'),
    recoveredAt: epochMs('recovered_at'),
    rows: integer('rows').notNull(),
    /** 0 to 10, 10 where an instance went down altogether; null for a gap. */
    severity: doublePrecision('severity'),
    /** 1 above what is expected, -1 below it; null for a gap. */
    direction: integer('direction').$type<1 | -1>(),
    probability: doublePrecision('probability'),
    /** Number of the series with the largest share. */
    leadSeries: integer('lead_series'),
    /** Series that moved; of a gap those without values. */
    seriesCount: integer('series_count').generatedAlwaysAs(
      sql`jsonb_array_length(case when type = 'gap' then detail -> 'seriesIds' else jsonb_path_query_array(detail, '$.series[*] ? (@.firstAt != null)') end)`,
    ),
    detail: jsonb('detail').$type<PeriodDetail | GapDetail | LogFindingDetail>().notNull(),
  },
  (table) => [
    index('findings_detection').on(table.detectionId, table.type, table.number),
    index('findings_source').on(table.sourceId, table.startTime),
    index('findings_open').on(table.sourceId).where(sql`${table.endTime} is null`),
    // All that lanes and figures need, so that they are read without the rows
    index('findings_live')
      .on(
        table.sourceId,
        table.endTime,
        table.startTime,
        table.severity,
        table.direction,
        table.seriesCount,
        table.incidentId,
      )
      .where(sql`${table.key} is not null`),
    uniqueIndex('findings_key').on(table.sourceId, table.key),
    index('findings_incident').on(table.incidentId),
  ],
)

/** How many findings live detection has reported: a count that never falls, whatever is deleted or scored again. */
export const findingCounts = pgTable(
  'finding_counts',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<StoredFindingKind>().notNull(),
    reported: bigint('reported', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.kind] })],
)
