import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { reportMails, reportSchedules } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readAccess } from './owner.ts'
import { nextDue, type ScheduleRow } from './schedule-row.ts'

const atOnce = 100

/** Puts the mails of schedules that are due in line, each time once, whichever server does it; those missed while no server ran count as one. */
export async function planReports(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const due = await ctx.db
      .select()
      .from(reportSchedules)
      .where(and(isNotNull(reportSchedules.nextAt), lte(reportSchedules.nextAt, now)))
      .orderBy(asc(reportSchedules.nextAt))
      .limit(atOnce)
    for (const row of due) {
      if (stopping.aborted) return
      await planOne(ctx, row, now)
    }
    if (due.length < atOnce) return
  }
}

async function planOne(ctx: Context, row: ScheduleRow, now: number): Promise<void> {
  const access = await readAccess(ctx, row)
  const dueAt = row.nextAt!
  const isSame = and(eq(reportSchedules.id, row.id), eq(reportSchedules.nextAt, dueAt))
  if (access.kind === 'stops') {
    await ctx.db.update(reportSchedules).set({ nextAt: null, stoppedAt: now, stoppedText: access.text }).where(isSame)
    ctx.log.info({ schedule: row.id }, 'a schedule of reports has stopped')
    return
  }
  await ctx.db.transaction(async (tx) => {
    const [claimed] = await tx
      .update(reportSchedules)
      .set({ nextAt: nextDue(row, now), lastAt: dueAt })
      .where(isSame)
      .returning()
    const addresses = claimed?.recipients.filter((one) => !claimed.unsubscribed.includes(one)) ?? []
    if (addresses.length === 0) return
    const mail = { scheduleId: row.id, dueAt, at: now, state: 'waiting' as const, nextAt: now }
    await tx
      .insert(reportMails)
      .values(addresses.map((address) => ({ ...mail, id: ctx.random.id(), address })))
      .onConflictDoNothing()
  })
}
