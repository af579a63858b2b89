import { eq } from 'drizzle-orm'
import { schedules } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { expireFiles } from '../files/index.ts'
import { removeExpired } from '../housekeeping.ts'
import { recordIncidents } from '../incidents/index.ts'
import { trainProjects } from '../models/index.ts'
import { predictProjects } from '../predictions/index.ts'
import { deleteExpiredPoints, deleteRemoved } from '../projects/index.ts'
import { sendReports } from '../report-schedules/index.ts'
import { advanceRules } from '../rules/index.ts'
import { scrubWhenDue } from '../scrub/index.ts'
import { nextRun } from './next-run.ts'
import type { ScheduledTask, ScheduledTasks } from './run.ts'
import { type ScheduleRow, scheduleMessage, zoneOf } from './schedule-row.ts'

/** Tasks of the server itself; each is a schedule of that id and task. */
const CRONS = {
  'remove-expired': '7 * * * *',
  'expire-files': '37 * * * *',
  'delete-expired-points': '17 * * * *',
  'delete-removed-projects': '* * * * *',
  'train-projects': '* * * * *',
  'predict-projects': '* * * * *',
  'record-incidents': '* * * * *',
  'advance-rules': '* * * * *',
  'send-reports': '* * * * *',
  scrub: '*/10 * * * *',
} as const

export const serverTasks: ScheduledTasks & Record<keyof typeof CRONS, ScheduledTask> = {
  'remove-expired': (ctx) => removeExpired(ctx),
  'expire-files': (ctx) => expireFiles(ctx),
  'delete-expired-points': (ctx) => deleteExpiredPoints(ctx),
  'delete-removed-projects': (ctx) => deleteRemoved(ctx),
  'train-projects': (ctx) => trainProjects(ctx),
  'predict-projects': (ctx, _, stopping) => predictProjects(ctx, stopping),
  'record-incidents': (ctx, _, stopping) => recordIncidents(ctx, stopping),
  'advance-rules': (ctx, _, stopping) => advanceRules(ctx, stopping),
  'send-reports': (ctx, _, stopping) => sendReports(ctx, stopping),
  scrub: (ctx, _, stopping) => scrubWhenDue(ctx, stopping),
}

export async function keepServerSchedules(ctx: Context): Promise<void> {
  for (const [id, cron] of Object.entries(CRONS)) await keepSchedule(ctx, { id, ownerId: null, task: id, cron })
}

interface ScheduleRequest {
  readonly id: string
  /** The account whose time zone applies; null for the server itself, in UTC. */
  readonly ownerId: string | null
  readonly task: string
  /** Five fields. */
  readonly cron: string
}

/**
 * Creates a schedule, or changes the one of that id. One that is overdue stays so unless it changed, so that servers that
 * restart often still run it; one that is to come follows its owner's time zone.
 */
export async function keepSchedule(ctx: Context, request: ScheduleRequest): Promise<ScheduleRow> {
  const now = ctx.clock.now()
  const nextAt = nextRun(request.cron, await zoneOf(ctx, request), now)
  return ctx.db.transaction(async (tx) => {
    const [kept] = await tx.select().from(schedules).where(eq(schedules.id, request.id)).for('update')
    const isSame = kept?.cron === request.cron && kept.task === request.task && kept.ownerId === request.ownerId
    if (isSame && (kept.nextAt <= now || kept.nextAt === nextAt)) return kept
    const [row] = await tx
      .insert(schedules)
      .values({ ...request, nextAt })
      .onConflictDoUpdate({ target: schedules.id, set: { ...request, nextAt } })
      .returning()
    await ctx.queue.send([scheduleMessage(row!)], tx)
    return row!
  })
}
