import { bigint, boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'
import { models } from './models.ts'
import { sources } from './sources.ts'
import type { DataType, ProjectKind, ProjectModelType, Trust } from './wire-types.ts'

/** A source that collects. Its name and owner are those of the source; its series are numbered below `seriesCount`. */
export const projects = pgTable(
  'projects',
  {
    sourceId: text('source_id')
      .primaryKey()
      .references(() => sources.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ProjectKind>().notNull(),
    dataType: text('data_type').$type<DataType>().notNull(),
    /** The grid that its points are read on. */
    samplingMs: bigint('sampling_ms', { mode: 'number' }).notNull(),
    timeZone: text('time_zone').notNull(),
    retentionDays: integer('retention_days').notNull(),
    /** Of its detection. */
    pvalue: doublePrecision('pvalue').notNull().default(0.99),
    cvalue: integer('cvalue').notNull().default(5),
    /** Of the model that it learns, every so many days; 0 for never. */
    modelType: text('model_type').$type<ProjectModelType>().notNull().default('Holistic'),
    retrainDays: integer('retrain_days').notNull().default(1),
    /** The model that it has learned, and the training that was asked for last, with its time. */
    modelId: text('model_id').references(() => models.id, { onDelete: 'set null' }),
    trainingJobId: text('training_job_id'),
    trainingAskedAt: epochMs('training_asked_at'),
    /** Where the rows for its first model are counted from, if not from its first sample, which may be an old one on its own. */
    historyFrom: epochMs('history_from'),
    /** When its predictions are due; null before the first ones. */
    predictionsDueAt: epochMs('predictions_due_at'),
    seriesCount: integer('series_count').notNull().default(0),
    /** Counts how often senders said something new of the types of its series. */
    typesVersion: integer('types_version').notNull().default(0),
    /** Server time of the first and the last batch. */
    firstDataAt: epochMs('first_data_at'),
    lastDataAt: epochMs('last_data_at'),
    /** Of its detection, as last reported by whoever runs it; null before the first sample was scored. */
    trust: text('trust').$type<Trust>(),
    /** Runs on samples; every account may read it. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** Removed by its owner; its data is deleted in the background. */
    removedAt: epochMs('removed_at'),
  },
  (table) => [index('projects_removed').on(table.removedAt)],
)

/** Secrets with which systems send data to a project. */
export const ingestKeys = pgTable(
  'ingest_keys',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    secretHash: text('secret_hash').notNull(),
    /** The last characters of the secret, by which people tell keys apart. */
    hint: text('hint').notNull(),
    /** May read the project's data as well, for remote_read and queries. */
    mayRead: boolean('may_read').notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at'),
    lastUsedAt: epochMs('last_used_at'),
  },
  (table) => [uniqueIndex('ingest_keys_secret').on(table.secretHash), index('ingest_keys_source').on(table.sourceId)],
)
