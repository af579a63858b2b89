import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { collections, projects } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import type { CollectionRow } from './connection-row.ts'

/** Fetching what is new, or the past. Both of a project may be under way at once. */
export type Lane = 'news' | 'past'

const leaseMs = 60_000
export const renewEveryMs = 20_000

const columns = {
  news: { by: collections.leasedBy, until: collections.leasedUntil, nextAt: collections.nextAt },
  past: {
    by: collections.backfillLeasedBy,
    until: collections.backfillLeasedUntil,
    nextAt: collections.backfillNextAt,
  },
}

type ClaimContext = Pick<Context, 'db' | 'clock' | 'settings'>

export interface Claimed {
  readonly collection: CollectionRow
  readonly project: typeof projects.$inferSelect
}

/** Takes up to `room` collections that are due and that no living server works on, the longest due first. */
export async function claimDue(ctx: ClaimContext, lane: Lane, room: number): Promise<Claimed[]> {
  const now = ctx.clock.now()
  const { nextAt } = columns[lane]
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select({ collection: collections, project: projects })
      .from(collections)
      .innerJoin(projects, eq(projects.sourceId, collections.sourceId))
      .where(and(lte(nextAt, now), isWanted(lane), isFree(ctx, lane, now)))
      .orderBy(asc(nextAt))
      .limit(room)
      .for('update', { of: collections, skipLocked: true })
    const ids = rows.map(({ collection }) => collection.sourceId)
    if (ids.length > 0)
      await tx
        .update(collections)
        .set(lease(lane, instanceId, now + leaseMs))
        .where(inArray(collections.sourceId, ids))
    return rows
  })
}

/** When the next one is due; undefined where none is. */
export async function nextDueAt(ctx: ClaimContext, lane: Lane): Promise<number | undefined> {
  const { nextAt } = columns[lane]
  const [row] = await ctx.db
    .select({ nextAt })
    .from(collections)
    .innerJoin(projects, eq(projects.sourceId, collections.sourceId))
    .where(and(isWanted(lane), isFree(ctx, lane, ctx.clock.now())))
    .orderBy(asc(nextAt))
    .limit(1)
  return row?.nextAt
}

/** Keeps the lease; false where another server has it. */
export async function renewClaim(ctx: ClaimContext, lane: Lane, sourceId: string): Promise<boolean> {
  const rows = await ctx.db
    .update(collections)
    .set(lease(lane, instanceId, ctx.clock.now() + leaseMs))
    .where(isClaimed(lane, sourceId))
    .returning({ sourceId: collections.sourceId })
  return rows.length > 0
}

/** The row while this server has the lease. */
export function isClaimed(lane: Lane, sourceId: string): SQL {
  return and(eq(collections.sourceId, sourceId), eq(columns[lane].by, instanceId))!
}

/** Ends a lease, together with what came of it. */
export function released(lane: Lane) {
  return lease(lane, null, null)
}

function lease(lane: Lane, by: string | null, until: number | null) {
  return lane === 'news' ? { leasedBy: by, leasedUntil: until } : { backfillLeasedBy: by, backfillLeasedUntil: until }
}

function isWanted(lane: Lane): SQL {
  const isThere = isNull(projects.removedAt)
  return lane === 'news' ? isThere : and(isThere, eq(collections.backfillState, 'running'))!
}

/** A server that works alone on its database knows that every other lease is of a dead one. */
function isFree(ctx: ClaimContext, lane: Lane, now: number): SQL {
  const { by, until } = columns[lane]
  const isDead = worksAlone(ctx) ? differs(by) : undefined
  return or(isNull(by), lt(until, now), isDead)!
}

function differs(column: PgColumn): SQL {
  return and(isNotNull(column), ne(column, instanceId))!
}
