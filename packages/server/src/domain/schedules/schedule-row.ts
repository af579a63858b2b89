import { eq } from 'drizzle-orm'
import type { QueueMessage } from '../../ports/job-queue.ts'
import { accounts, type schedules } from '../../schema/index.ts'
import type { Context } from '../context.ts'

export type ScheduleRow = typeof schedules.$inferSelect

/** The owner's time zone; UTC for tasks of the server. */
export async function zoneOf(ctx: Pick<Context, 'db'>, schedule: Pick<ScheduleRow, 'ownerId'>): Promise<string> {
  if (schedule.ownerId === null) return 'UTC'
  const [owner] = await ctx.db
    .select({ timeZone: accounts.timeZone })
    .from(accounts)
    .where(eq(accounts.id, schedule.ownerId))
  return owner?.timeZone ?? 'UTC'
}

const PREFIX = 'schedule/'

/** Contains the due time, so that a stale message from before a run has no effect. */
export function scheduleMessage({ id, ownerId, nextAt }: Pick<ScheduleRow, 'id' | 'ownerId' | 'nextAt'>): QueueMessage {
  return { lane: ownerId === null ? 'upkeep' : 'live', key: `${PREFIX}${id}/${nextAt}`, at: nextAt }
}

export function readScheduleMessage(key: string): { id: string; dueAt: number } | undefined {
  const slash = key.lastIndexOf('/')
  if (!key.startsWith(PREFIX) || slash < PREFIX.length) return undefined
  return { id: key.slice(PREFIX.length, slash), dueAt: Number(key.slice(slash + 1)) }
}
