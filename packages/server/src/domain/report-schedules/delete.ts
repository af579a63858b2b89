import { and, eq } from 'drizzle-orm'
import { reportSchedules } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'

/** With its mails; what waits is not sent. */
export async function deleteReportSchedule({ db }: Context, caller: Caller, id: string): Promise<void> {
  const isOwn = and(eq(reportSchedules.id, id), ownedBy(caller, reportSchedules.ownerId))
  const deleted = await db.delete(reportSchedules).where(isOwn).returning({ id: reportSchedules.id })
  if (deleted.length === 0) throw notFound('schedule')
}
