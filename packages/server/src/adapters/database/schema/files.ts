import type { SeriesKey } from '@omen/engine'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SeriesSummary } from '../../../domain/files/series-summary.ts'
import type { Failure, FileState, Preview } from '../../../domain/wire-types.ts'
import { accounts } from './accounts.ts'

const epochMs = (name: string) => bigint(name, { mode: 'number' })

/** An uploaded file; its bytes are in the file store under `id`, its points in the point store under `datasetId`. */
export const files = pgTable(
  'files',
  {
    /** The handle. */
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    uploadFileName: text('upload_file_name').notNull(),
    state: text('state').$type<FileState>().notNull(),
    /** Of the whole file; 0 while it is not known. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** What the sender says that the whole will be. */
    expectedSha256: text('expected_sha256'),
    preview: jsonb('preview').$type<Preview>(),
    failure: jsonb('failure').$type<Failure>(),
    datasetId: text('dataset_id'),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at'),
  },
  (table) => [
    index('files_owner').on(table.ownerId, table.createdAt),
    index('files_expires').on(table.expiresAt),
    index('files_dataset').on(table.datasetId),
  ],
)

/**
 * What is in the point store. A row is written before the first point and stays until the last one is gone, so that nothing
 * is forgotten there when the server dies: what no file and no detection names is swept away.
 */
export const datasets = pgTable('datasets', {
  id: text('id').primaryKey(),
  state: text('state').$type<'filling' | 'ready'>().notNull(),
  series: jsonb('series').$type<SeriesKey[]>().notNull(),
  rows: integer('rows').notNull(),
  /** One a series, in their order; empty where there are none yet. */
  summaries: jsonb('summaries').$type<SeriesSummary[]>().notNull().default([]),
  intervalMs: bigint('interval_ms', { mode: 'number' }),
  fromTime: epochMs('from_time'),
  toTime: epochMs('to_time'),
  /** The server process that fills it. */
  filledBy: text('filled_by'),
  createdAt: epochMs('created_at').notNull(),
})
