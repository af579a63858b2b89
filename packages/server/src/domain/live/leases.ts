import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { livePositions, liveWorkers, projects } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'

/** A worker that gave no heartbeat for this long is dead: its projects go on elsewhere. */
const DEAD_AFTER_MS = 12_000

/** The database's clock, the same for all workers. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

type LeaseContext = Pick<Context, 'db' | 'settings'>

/** Gives a sign of life, and tells which projects this worker still has. */
export async function renewLeases({ db }: LeaseContext): Promise<Set<string>> {
  await db
    .insert(liveWorkers)
    .values({ id: instanceId, heartbeatAt: now as never })
    .onConflictDoUpdate({ target: liveWorkers.id, set: { heartbeatAt: now } })
  const rows = await db
    .update(livePositions)
    .set({ heartbeatAt: now })
    .from(projects)
    .where(and(isOwn, eq(projects.sourceId, livePositions.sourceId), isNull(projects.removedAt)))
    .returning({ sourceId: livePositions.sourceId })
  return new Set(rows.map(({ sourceId }) => sourceId))
}

/** How many projects this worker should have for all to have about as many. */
export async function fairShare({ db, settings }: LeaseContext): Promise<number> {
  const total = await db.$count(projects, isWatched)
  if (worksAlone({ settings })) return total
  await db.delete(liveWorkers).where(sql`${liveWorkers.heartbeatAt} < ${now} - ${DEAD_AFTER_MS}::bigint`)
  return Math.ceil(total / Math.max(1, await db.$count(liveWorkers)))
}

/** Takes up to `room` projects that nobody has. */
export async function takeLeases({ db, settings }: LeaseContext, room: number): Promise<string[]> {
  if (room <= 0) return []
  const watched = db.select({ sourceId: projects.sourceId }).from(projects).where(isWatched)
  await db.execute(sql`insert into ${livePositions} (source_id) ${watched} on conflict do nothing`)
  const isDead = worksAlone({ settings })
    ? sql`${livePositions.holder} <> ${instanceId}`
    : sql`${livePositions.heartbeatAt} < ${now} - ${DEAD_AFTER_MS}::bigint`
  const isFree = sql`(${livePositions.holder} is null or ${isDead})`
  return db.transaction(async (tx) => {
    const free = await tx
      .select({ sourceId: livePositions.sourceId })
      .from(livePositions)
      .innerJoin(projects, eq(projects.sourceId, livePositions.sourceId))
      .where(and(isWatched, isFree))
      .limit(room)
      .for('update', { of: livePositions, skipLocked: true })
    const ids = free.map(({ sourceId }) => sourceId)
    if (ids.length === 0) return []
    await tx
      .update(livePositions)
      .set({ holder: instanceId, heartbeatAt: now })
      .where(inArray(livePositions.sourceId, ids))
    return ids
  })
}

/** Gives projects back, for another worker to take at once. */
export async function releaseLeases({ db }: LeaseContext, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.length === 0) return
  await db
    .update(livePositions)
    .set({ holder: null, heartbeatAt: null })
    .where(and(isOwn, inArray(livePositions.sourceId, [...sourceIds])))
}

/** Ends the signs of life of this worker, which stops. */
export async function leaveWorkers({ db }: LeaseContext): Promise<void> {
  await db.delete(liveWorkers).where(eq(liveWorkers.id, instanceId))
}

/** Whether a row of `live_positions` is leased to this worker. */
export const isOwn = eq(livePositions.holder, instanceId)

const isWatched = isNull(projects.removedAt)
