import { and, eq, getTableColumns, notInArray } from 'drizzle-orm'
import { reportMails, reportSchedules } from '../../schema/index.ts'
import type { ReportSchedule } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import { type Locale, notFound } from '../errors.ts'
import { requireRecipients } from './add.ts'
import { lastError, nextDue, toSchedule } from './schedule-row.ts'

export interface ScheduleChanges {
  readonly hour?: number | undefined
  readonly timeZone?: string | undefined
  readonly recipients?: readonly string[] | undefined
  readonly locale?: Locale | undefined
}

/** What is omitted stays. Who unsubscribed stays so, and gets no mail when named again. */
export async function changeReportSchedule(
  ctx: Context,
  caller: Caller,
  id: string,
  changes: ScheduleChanges,
): Promise<ReportSchedule> {
  const recipients = changes.recipients && requireRecipients(changes.recipients)
  const timeZone = changes.timeZone && requireTimeZone(changes.timeZone)
  return ctx.db.transaction(async (tx) => {
    const isOwn = and(eq(reportSchedules.id, id), ownedBy(caller, reportSchedules.ownerId))
    const [row] = await tx.select().from(reportSchedules).where(isOwn).for('update')
    if (row === undefined) throw notFound('schedule')
    const times = { every: row.every, hour: changes.hour ?? row.hour, timeZone: timeZone ?? row.timeZone }
    const isOtherTime = times.hour !== row.hour || times.timeZone !== row.timeZone
    const now = ctx.clock.now()
    // One that is due is still sent
    const nextAt = isOtherTime && row.nextAt !== null && row.nextAt > now ? nextDue(times, now) : row.nextAt
    const locale = changes.locale ?? row.locale
    await tx
      .update(reportSchedules)
      .set({ ...times, nextAt, locale, ...(recipients && { recipients }) })
      .where(isOwn)
    if (recipients) {
      const isWaiting = and(eq(reportMails.scheduleId, id), eq(reportMails.state, 'waiting'))
      await tx.delete(reportMails).where(and(isWaiting, notInArray(reportMails.address, recipients)))
    }
    const columns = { ...getTableColumns(reportSchedules), lastError }
    const [changed] = await tx.select(columns).from(reportSchedules).where(isOwn)
    return toSchedule(changed!)
  })
}
