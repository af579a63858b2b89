import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'

export type DamageKind = 'file' | 'weights' | 'dataset'
export type DamageReason = 'missing' | 'changed' | 'unreadable'

/** Expected size and checksum of weights in the file store; several versions and detections may reference them. */
export const weights = pgTable('weights', {
  handle: text('handle').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Null for weights older than this table, until the scrub has seen them. */
  sha256: text('sha256'),
})

/** Damage found by a read or by the scrub. A row is kept after the repair, for the record. */
export const damage = pgTable(
  'damage',
  {
    kind: text('kind').$type<DamageKind>().notNull(),
    /** A handle of the file store or an id of the point store. */
    id: text('id').notNull(),
    ownerId: text('owner_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The name that its owner knows. */
    name: text('name').notNull(),
    reason: text('reason').$type<DamageReason>().notNull(),
    foundAt: epochMs('found_at').notNull(),
    repairedAt: epochMs('repaired_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('damage_open').on(table.repairedAt)],
)

/** State of the servers' maintenance tasks, one row per task. */
export const upkeep = pgTable('upkeep', {
  task: text('task').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
  updatedAt: epochMs('updated_at').notNull(),
})
