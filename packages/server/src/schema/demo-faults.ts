import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { DemoFaultKind } from './wire-types.ts'

/** What goes wrong in the live demo, and when. */
export const demoFaults = pgTable('demo_faults', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<DemoFaultKind>().notNull(),
  /** From 1, as the nodes are named. */
  node: integer('node').notNull(),
  fromTime: bigint('from_time', { mode: 'number' }).notNull(),
  toTime: bigint('to_time', { mode: 'number' }).notNull(),
})
