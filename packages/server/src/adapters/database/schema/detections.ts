import type { GapFinding, IncidentPeriod, ModelType, Period, SeriesKey } from '@omen/engine'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SeriesSummary } from '../../../domain/files/series-summary.ts'
import type { Verdict } from '../../../domain/wire-types.ts'
import { accounts } from './accounts.ts'

const epochMs = (name: string) => bigint(name, { mode: 'number' })

/** A finished detection or visualization. It stays when its file or its model goes, so it keeps their names. */
export const detections = pgTable(
  'detections',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull().unique(),
    kind: text('kind').$type<'detection' | 'visualization'>().notNull(),
    isDemo: boolean('is_demo').notNull().default(false),
    filename: text('filename').notNull(),
    uploadFileName: text('upload_file_name').notNull(),
    modelId: text('model_id'),
    modelName: text('model_name'),
    modelType: text('model_type').$type<ModelType>(),
    modelUserName: text('model_user_name'),
    modelVersion: integer('model_version'),
    /** The model itself, kept so that other values of pvalue and cvalue can be tried. */
    modelHeader: jsonb('model_header').$type<unknown>(),
    weightsHandle: text('weights_handle'),
    pvalue: doublePrecision('pvalue'),
    cvalue: integer('cvalue'),
    pointsId: text('points_id').notNull(),
    scoresId: text('scores_id'),
    /** A place in this list is the id in the point store; `scoreSeries` are the places of those scored, in the model's order. */
    series: jsonb('series').$type<SeriesKey[]>().notNull(),
    scoreSeries: jsonb('score_series').$type<number[]>().notNull(),
    summaries: jsonb('summaries').$type<SeriesSummary[]>().notNull(),
    periods: jsonb('periods').$type<Period[]>().notNull(),
    gaps: jsonb('gaps').$type<GapFinding[]>().notNull(),
    notes: jsonb('notes').$type<string[]>().notNull(),
    trust: text('trust').$type<'low' | 'medium' | 'high'>().notNull(),
    rows: integer('rows').notNull(),
    intervalMs: bigint('interval_ms', { mode: 'number' }),
    fromTime: epochMs('from_time').notNull(),
    toTime: epochMs('to_time').notNull(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    index('detections_owner').on(table.ownerId, table.createdAt),
    index('detections_model').on(table.modelId, table.createdAt),
  ],
)

/** What a person said about a period, by the id that `periodIdOf` makes. */
export const verdicts = pgTable(
  'verdicts',
  {
    detectionId: text('detection_id')
      .notNull()
      .references(() => detections.id, { onDelete: 'cascade' }),
    periodId: text('period_id').notNull(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    note: text('note'),
    /** The model whose periods it speaks of, and the period as it was judged. */
    modelId: text('model_id'),
    period: jsonb('period').$type<IncidentPeriod>().notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    givenAt: epochMs('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.detectionId, table.periodId] }), index('verdicts_model').on(table.modelId)],
)
