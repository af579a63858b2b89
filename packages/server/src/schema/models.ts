import type { Calibration, ModelType, SeriesKey } from '@omen/engine'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import type { Failure, VersionState } from './wire-types.ts'

/** Owner, name and type together are a model. */
export const models = pgTable(
  'models',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    modelName: text('model_name').notNull(),
    modelType: text('model_type').$type<ModelType>().notNull(),
    liveVersion: integer('live_version'),
    /** Made from the samples; every account may read it. */
    isDemo: boolean('is_demo').notNull().default(false),
    /** As the owner typed them, which does not reveal whether such accounts exist. */
    sharedNames: jsonb('shared_names').$type<string[]>().notNull().default([]),
    createdAt: epochMs('created_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (table) => [uniqueIndex('models_name').on(table.ownerId, sql`lower(${table.modelName})`, table.modelType)],
)

/** A version is ready only together with its weights, which are in the file store under `weightsHandle`. */
export const modelVersions = pgTable(
  'model_versions',
  {
    modelId: text('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    state: text('state').$type<VersionState>().notNull(),
    jobId: text('job_id').notNull(),
    uploadFileName: text('upload_file_name').notNull(),
    header: jsonb('header').$type<unknown>(),
    series: jsonb('series').$type<SeriesKey[]>(),
    calibration: jsonb('calibration').$type<Calibration>(),
    weightsHandle: text('weights_handle'),
    bytes: integer('bytes'),
    rows: integer('rows'),
    intervalMs: bigint('interval_ms', { mode: 'number' }),
    trainedFrom: epochMs('trained_from'),
    trainedTo: epochMs('trained_to'),
    failure: jsonb('failure').$type<Failure>(),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.version] }), index('model_versions_job').on(table.jobId)],
)

export const modelShares = pgTable(
  'model_shares',
  {
    modelId: text('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.accountId] }),
    index('model_shares_account').on(table.accountId),
  ],
)
