import { eq, sql } from 'drizzle-orm'
import { reportSchedules } from '../../schema/index.ts'
import type { LinkedSubscription } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { invalidLink } from './token.ts'

/** Whether an address receives the reports of a schedule. */
export async function readReportSubscription(
  { db }: Context,
  scheduleId: string,
  address: string,
): Promise<LinkedSubscription> {
  const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.id, scheduleId))
  return toSubscription(row, address)
}

/** Again is the same. */
export async function changeReportSubscription(
  { db }: Context,
  scheduleId: string,
  address: string,
  unsubscribed: boolean,
): Promise<LinkedSubscription> {
  const without = sql`${reportSchedules.unsubscribed} - ${address}::text`
  const [row] = await db
    .update(reportSchedules)
    .set({ unsubscribed: unsubscribed ? sql`(${without}) || to_jsonb(${address}::text)` : without })
    .where(eq(reportSchedules.id, scheduleId))
    .returning()
  return toSubscription(row, address)
}

function toSubscription(row: typeof reportSchedules.$inferSelect | undefined, address: string): LinkedSubscription {
  if (row === undefined) throw invalidLink()
  const projectName = row.projects?.map(({ name }) => name).join(', ') ?? ''
  return { projectName, report: row.every, address, unsubscribed: row.unsubscribed.includes(address) }
}
