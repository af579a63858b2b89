import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'
import { files } from './files.ts'
import { sources } from './sources.ts'
import type { LogEncoding } from './wire-types.ts'

/** What templates that were merged or forgotten have become: counts of lines name them as they were. */
export const logTemplateAliases = pgTable(
  'log_template_aliases',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    id: integer('id').notNull(),
    /** 0 where it was forgotten. */
    now: integer('now').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.id] })],
)

/** What people have said of templates. */
export const logTemplateSettings = pgTable(
  'log_template_settings',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    templateId: integer('template_id').notNull(),
    /** As it was then: where templates are learned anew, the setting goes to the one of the same text. */
    text: text('text').notNull(),
    name: text('name'),
    note: text('note'),
    /** Since when it brings no findings; null where it does. */
    ignoredAt: epochMs('ignored_at'),
    isCritical: boolean('is_critical').notNull().default(false),
    changedBy: text('changed_by').notNull(),
    changedAt: epochMs('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.templateId] })],
)

/** An uploaded file that was read as a log; its lines are in the point store under the dataset of the file. */
export const logFiles = pgTable('log_files', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
  datasetId: text('dataset_id').notNull(),
  encoding: text('encoding').$type<LogEncoding>().notNull(),
  /** Without them the times of lines are their numbers. */
  hasTimes: boolean('has_times').notNull(),
  fromTime: epochMs('from_time').notNull(),
  toTime: epochMs('to_time').notNull(),
  bucketMs: bigint('bucket_ms', { mode: 'number' }).notNull(),
  lines: bigint('lines', { mode: 'number' }).notNull(),
  records: bigint('records', { mode: 'number' }).notNull(),
  cutLines: bigint('cut_lines', { mode: 'number' }).notNull(),
  badLines: bigint('bad_lines', { mode: 'number' }).notNull(),
  templates: integer('templates').notNull(),
  forgottenTemplates: integer('forgotten_templates').notNull(),
  droppedFindings: integer('dropped_findings').notNull(),
  notes: jsonb('notes').$type<readonly string[]>().notNull(),
  /** Of its records as they are stored, before they are compressed. */
  storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
  readAt: epochMs('read_at').notNull(),
})
