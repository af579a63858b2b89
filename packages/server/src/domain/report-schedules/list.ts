import { asc, getTableColumns, sql } from 'drizzle-orm'
import { reportSchedules } from '../../schema/index.ts'
import type { ReportSchedule } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { lastError, toSchedule } from './schedule-row.ts'

/** The caller's own, the soonest first; those that have stopped come last. */
export async function listReportSchedules({ db }: Context, caller: Caller): Promise<ReportSchedule[]> {
  const rows = await db
    .select({ ...getTableColumns(reportSchedules), lastError })
    .from(reportSchedules)
    .where(ownedBy(caller, reportSchedules.ownerId))
    .orderBy(sql`${reportSchedules.nextAt} asc nulls last`, asc(reportSchedules.id))
  return rows.map(toSchedule)
}
