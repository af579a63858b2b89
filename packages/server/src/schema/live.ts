import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'
import { modelVersions } from './models.ts'
import { sources } from './sources.ts'

/** How far each project was scored, and by which worker. Times of heartbeats are the database's. */
export const livePositions = pgTable(
  'live_positions',
  {
    sourceId: text('source_id')
      .primaryKey()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** The worker that has the lease; null while none has. */
    holder: text('holder'),
    heartbeatAt: epochMs('heartbeat_at'),
    /** Time of the last row scored. */
    position: epochMs('position'),
  },
  (table) => [index('live_positions_holder').on(table.holder)],
)

/** States of live detection, from which another worker goes on: the newest, and those that late data may need. */
export const liveStates = pgTable(
  'live_states',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    position: epochMs('position').notNull(),
    /** A blob of the file store. */
    handle: text('handle').notNull(),
    savedAt: epochMs('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.position] }), index('live_states_handle').on(table.handle)],
)

/**
 * Which version of its model each project was scored by: the rows after `fromTime`, up to the next one. Written before the first of them is scored, so that
 * whoever scores them again uses the same.
 */
export const liveModels = pgTable(
  'live_models',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    fromTime: epochMs('from_time').notNull(),
    modelId: text('model_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.fromTime] }),
    foreignKey({
      columns: [table.modelId, table.version],
      foreignColumns: [modelVersions.modelId, modelVersions.version],
    }).onDelete('cascade'),
  ],
)

/** Servers that score live data, among whom the projects are shared. */
export const liveWorkers = pgTable('live_workers', {
  id: text('id').primaryKey(),
  heartbeatAt: epochMs('heartbeat_at').notNull(),
})

/** Log lines that were stored after their rows had been scored, and rows that were not scored: intervals of which lines are to be counted by template. */
export const uncountedLogs = pgTable(
  'uncounted_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    fromTime: epochMs('from_time').notNull(),
    /** Exclusive. */
    toTime: epochMs('to_time').notNull(),
  },
  (table) => [index('uncounted_logs_source').on(table.sourceId, table.id)],
)

/** Kinds of log lines of a project, as last written by whoever detects on it. */
export const logTemplates = pgTable(
  'log_templates',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    id: integer('id').notNull(),
    /** With `<*>` where lines differ. */
    text: text('text').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstAt: epochMs('first_at').notNull(),
    lastAt: epochMs('last_at').notNull(),
    example: text('example').notNull(),
    isError: boolean('is_error').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.id] })],
)
