import type { RejectedRun } from '@omen/engine'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import { sources } from './sources.ts'
import type { Failure, FileState, Preview } from './wire-types.ts'

/** An uploaded file; its bytes are in the file store under `id`, its points in the point store under `datasetId`. */
export const files = pgTable(
  'files',
  {
    /** The handle; its source has the same id. */
    id: text('id')
      .primaryKey()
      .references(() => sources.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    uploadFileName: text('upload_file_name').notNull(),
    state: text('state').$type<FileState>().notNull(),
    /** Of the whole file; 0 while it is not known. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** What an upload in a single request, whose `bytes` are not known, may take of the account's storage so far. */
    reservedBytes: bigint('reserved_bytes', { mode: 'number' }).notNull().default(0),
    sha256: text('sha256').notNull(),
    /** The checksum of the whole file, as announced by the sender. */
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
 * is left behind when the server dies: datasets that neither a file nor a detection references are swept.
 */
export const datasets = pgTable('datasets', {
  id: text('id').primaryKey(),
  state: text('state').$type<'filling' | 'ready'>().notNull(),
  rows: integer('rows').notNull(),
  /** What the point store held when it was written, over all tables; null where that was not recorded. */
  storedRows: bigint('stored_rows', { mode: 'number' }),
  checksum: text('checksum'),
  /** Where lines of the file were rejected, by time; null in what was read before this was kept. */
  rejectedRuns: jsonb('rejected_runs').$type<readonly RejectedRun[]>(),
  /** The server process that fills it. */
  filledBy: text('filled_by'),
  createdAt: epochMs('created_at').notNull(),
})
