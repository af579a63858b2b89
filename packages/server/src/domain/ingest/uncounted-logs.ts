import { and, asc, eq, exists, inArray, notInArray } from 'drizzle-orm'
import type { TimeSpan } from '../../ports/point-store.ts'
import { livePositions, uncountedLogs } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId } from '../instance.ts'

/** Rows of log lines are scored this long after their end at the earliest: shippers send lines in batches of some seconds. */
export const MIN_LOG_DELAY_MS = 2000
/** Clocks of servers differ by less. */
const CLOCK_SKEW_MS = 1000

type UncountedLogs = typeof uncountedLogs.$inferSelect

/** Whether the row of a time may have been scored by now. */
export function mayBeScored(time: number, stepMs: number, now: number): boolean {
  return (Math.floor(time / stepMs) + 1) * stepMs <= now - MIN_LOG_DELAY_MS + CLOCK_SKEW_MS
}

/** Notes that lines of an interval are stored and may not be counted. */
export async function noteUncounted(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: TimeSpan,
): Promise<UncountedLogs> {
  const [row] = await db.insert(uncountedLogs).values({ sourceId, fromTime: from, toTime: to }).returning()
  return row!
}

/** Without those that are known, as they were noted. */
export async function readUncounted(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  known: readonly number[],
): Promise<UncountedLogs[]> {
  return db
    .select()
    .from(uncountedLogs)
    .where(and(eq(uncountedLogs.sourceId, sourceId), notInArray(uncountedLogs.id, [...known])))
    .orderBy(asc(uncountedLogs.id))
}

/** Deletes those whose lines are counted, if this server still scores the project: what another one begins from may be older. */
export async function deleteCounted(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  ids: readonly number[],
): Promise<void> {
  const isOwn = and(eq(livePositions.sourceId, sourceId), eq(livePositions.holder, instanceId))
  const lease = db.select({ id: livePositions.sourceId }).from(livePositions).where(isOwn)
  await db.delete(uncountedLogs).where(and(inArray(uncountedLogs.id, [...ids]), exists(lease)))
}
