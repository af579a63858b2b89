import type { ModelType } from '@omen/engine'
import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import { sources } from './sources.ts'

/**
 * A finished run of a model on a source, or a visualization; its results are `findings`. It outlives its file and its model,
 * so it keeps their names.
 */
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
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id),
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
    /** It covers the series of the source that are numbered below this. */
    seriesCount: integer('series_count').notNull(),
    /** Numbers of the series that were scored, in the model's order. */
    scoreSeries: jsonb('score_series').$type<number[]>().notNull(),
    /** Of its findings less what verdicts hide: how many periods, and the `val` of the most severe one. */
    periodCount: integer('period_count').notNull(),
    /** How many incidents they make; null in what was made before there was such a column. */
    incidentCount: integer('incident_count'),
    worstVal: doublePrecision('worst_val'),
    /** A digest of the verdicts with which these were counted; empty without any. */
    countedWith: text('counted_with').notNull().default(''),
    notes: jsonb('notes').$type<string[]>().notNull(),
    trust: text('trust').$type<'low' | 'medium' | 'high'>().notNull(),
    rows: integer('rows').notNull(),
    intervalMs: bigint('interval_ms', { mode: 'number' }),
    fromTime: epochMs('from_time').notNull(),
    toTime: epochMs('to_time').notNull(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [
    index('detections_owner').on(table.ownerId, table.createdAt, table.id),
    index('detections_created').on(table.createdAt, table.id),
    index('detections_source').on(table.sourceId),
    index('detections_demo').on(table.createdAt).where(sql`${table.isDemo}`),
    index('detections_model').on(table.modelId, table.createdAt),
  ],
)
