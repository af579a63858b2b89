import { sql } from 'drizzle-orm'
import { reportMails, type reportSchedules } from '../../schema/index.ts'
import type { ReportPeriod, ReportSchedule } from '../../schema/wire-types.ts'
import { nextRun } from '../schedules/next-run.ts'

export type ScheduleRow = typeof reportSchedules.$inferSelect

/** When a schedule is due next after a moment, by the clocks of its zone. */
export function nextDue(
  { every, hour, timeZone }: { readonly every: ReportPeriod; readonly hour: number; readonly timeZone: string },
  after: number,
): number {
  const days = { day: '* * *', week: '* * 1', month: '1 * *' }[every]
  return nextRun(`0 ${hour} ${days}`, timeZone, after)
}

/** Of the last mail that was not accepted since the schedule was last due. */
export const lastError = sql<string | null>`(
  select m.error from ${reportMails} m where m.schedule_id = report_schedules.id and m.error is not null and m.due_at = report_schedules.last_at
  order by m.settled_at desc nulls last limit 1)`

export function toSchedule(row: ScheduleRow & { readonly lastError: string | null }): ReportSchedule {
  const { projects, ownerId: _, ...rest } = row
  const unsubscribed = row.unsubscribed.filter((address) => row.recipients.includes(address))
  return { ...rest, unsubscribed, projectNames: projects?.map(({ name }) => name) ?? null }
}
