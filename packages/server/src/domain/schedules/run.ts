import { and, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { schedules } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, SILENT_MS, worksAlone } from '../instance.ts'
import { nextRun } from './next-run.ts'
import { type ScheduleRow, scheduleMessage, zoneOf } from './schedule-row.ts'

/** `stopping` is aborted when the server stops: long tasks then end early and resume at the next run. */
export type ScheduledTask = (ctx: Context, schedule: ScheduleRow, stopping: AbortSignal) => Promise<void>
export type ScheduledTasks = Readonly<Record<string, ScheduledTask>>

export interface DueSchedule {
  readonly id: string
  readonly dueAt: number
  readonly stopping: AbortSignal
}

const HEARTBEAT_MS = 5000

/**
 * Runs a schedule that is due, on one server only, and sets its next time. Times missed while no server ran count as
 * one. A run that fails is logged; the next one is on time all the same.
 */
export async function runSchedule(ctx: Context, tasks: ScheduledTasks, due: DueSchedule): Promise<void> {
  const { id, dueAt, stopping } = due
  const schedule = await claim(ctx, id, dueAt)
  if (!schedule) return
  const stopHeartbeat = ctx.clock.every(HEARTBEAT_MS, () => void sayAlive(ctx, id))
  try {
    const task = tasks[schedule.task]
    if (!task) throw new Error(`there is no scheduled task called ${schedule.task}`)
    await task(ctx, schedule, stopping)
  } catch (error) {
    ctx.log.error({ err: error, schedule: id }, 'a scheduled task failed')
  } finally {
    stopHeartbeat()
  }
  await planNext(ctx, schedule)
}

/** Sends a message again for overdue schedules that no server is running: theirs died, or none ran. */
export async function recoverSchedules(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const overdue = await ctx.db
    .select()
    .from(schedules)
    .where(and(lt(schedules.nextAt, now), isFree(ctx, now)))
  await ctx.queue.send(overdue.map(scheduleMessage))
}

async function claim(ctx: Context, id: string, dueAt: number): Promise<ScheduleRow | undefined> {
  const now = ctx.clock.now()
  const [schedule] = await ctx.db
    .update(schedules)
    .set({ worker: instanceId, seenAt: now })
    .where(and(eq(schedules.id, id), eq(schedules.nextAt, dueAt), isFree(ctx, now)))
    .returning()
  return schedule
}

function isFree(ctx: Context, now: number) {
  const isDead = worksAlone(ctx)
    ? or(ne(schedules.worker, instanceId), lt(schedules.seenAt, now - SILENT_MS))
    : lt(schedules.seenAt, now - SILENT_MS)
  return or(isNull(schedules.worker), isDead)
}

/** A server that was silent for too long may have lost the schedule to another one. */
function isOurs(id: string) {
  return and(eq(schedules.id, id), eq(schedules.worker, instanceId))
}

async function sayAlive(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .update(schedules)
    .set({ seenAt: ctx.clock.now() })
    .where(isOurs(id))
    .catch((error: unknown) => ctx.log.warn({ err: error, schedule: id }, 'the heartbeat of a scheduled task failed'))
}

async function planNext(ctx: Context, { id, ownerId, cron, nextAt: dueAt }: ScheduleRow): Promise<void> {
  const now = ctx.clock.now()
  const nextAt = nextRun(cron, await zoneOf(ctx, { ownerId }), Math.max(now, dueAt))
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .update(schedules)
      .set({ nextAt, lastAt: now, worker: null })
      .where(and(eq(schedules.id, id), eq(schedules.nextAt, dueAt)))
      .returning()
    if (row) await ctx.queue.send([scheduleMessage(row)], tx)
    // If it changed while it ran, the new due time is kept, and another server may run it.
    else await tx.update(schedules).set({ worker: null }).where(isOurs(id))
  })
}
