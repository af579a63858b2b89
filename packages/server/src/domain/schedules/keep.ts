import { eq } from 'drizzle-orm'
import { schedules } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { nextRun } from './next-run.ts'
import { type ScheduleRow, scheduleMessage, zoneOf } from './schedule-row.ts'

export interface ScheduleRequest {
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
