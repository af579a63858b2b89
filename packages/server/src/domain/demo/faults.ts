import { and, desc, eq, isNull } from 'drizzle-orm'
import { demoFaults, projects } from '../../schema/index.ts'
import type { DemoFault, DemoFaultKind } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'

export interface DemoFaultRequest {
  readonly kind: DemoFaultKind
  readonly node: number
  readonly minutes: number
}

const MINUTE_MS = 60_000
const LISTED = 100

/** Lets something go wrong in the live demo from now on; its simulator takes it up with its next sample. */
export async function startDemoFault(ctx: Context, { kind, node, minutes }: DemoFaultRequest): Promise<DemoFault> {
  const isRunning = and(eq(projects.isDemo, true), isNull(projects.removedAt))
  if ((await ctx.db.$count(projects, isRunning)) === 0) throw notFound('demo')
  const fromTime = ctx.clock.now()
  const fault = { id: ctx.random.id(), kind, node, fromTime, toTime: fromTime + minutes * MINUTE_MS }
  await ctx.db.insert(demoFaults).values(fault)
  return toWire(fault)
}

/** Newest first. */
export async function listDemoFaults({ db }: Pick<Context, 'db'>): Promise<DemoFault[]> {
  const rows = await db.select().from(demoFaults).orderBy(desc(demoFaults.fromTime)).limit(LISTED)
  return rows.map(toWire)
}

/** Ends a fault that goes on. */
export async function endDemoFault({ db, clock }: Context, id: string): Promise<DemoFault> {
  const [fault] = await db.select().from(demoFaults).where(eq(demoFaults.id, id))
  if (!fault) throw notFound('fault')
  const toTime = Math.max(fault.fromTime, Math.min(fault.toTime, clock.now()))
  await db.update(demoFaults).set({ toTime }).where(eq(demoFaults.id, id))
  return toWire({ ...fault, toTime })
}

function toWire({ id, kind, node, fromTime, toTime }: typeof demoFaults.$inferSelect): DemoFault {
  return { id, kind, node, start: fromTime, end: toTime }
}
