import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { collections, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import type { CollectionRow } from './connection-row.ts'

/** Fetching what is new, or the past. Both of a project may be under way at once. */
export type Lane = 'live' | 'backfill'

const LEASE_MS = 60_000
export const RENEW_EVERY_MS = 20_000

const columns = {
  live: { by: collections.leasedBy, until: collections.leasedUntil, nextAt: collections.nextAt },
  backfill: {
    by: collections.backfillLeasedBy,
    until: collections.backfillLeasedUntil,
    nextAt: collections.backfillNextAt,
  },
}

type ClaimContext = Pick<Context, 'db' | 'clock' | 'settings'>

export interface Claimed {
  readonly collection: CollectionRow
  readonly project: typeof projects.$inferSelect
  readonly ownerId: string
}

/** What this server may fetch at once, and does. */
export interface Slots {
  readonly free: number
  readonly perAccount: number
  /** By account, where there are any. */
  readonly running: ReadonlyMap<string, number>
}

/**
 * Takes as many collections as there are free slots: those that are due, by `now`, and that no living server works on. Accounts take turns, and within
 * one the longest due is first; none has more than its share of the slots, so whatever its services do, the others go on.
 */
export async function claimDue(ctx: ClaimContext, lane: Lane, slots: Slots, now: number): Promise<Claimed[]> {
  const isDue = and(lte(columns[lane].nextAt, now), isWanted(lane), isFree(ctx, lane, now))
  return ctx.db.transaction(async (tx) => {
    const next = await inTurns(tx, lane, slots, isDue)
    if (next.length === 0) return []
    const rows = await tx
      .select({ collection: collections, project: projects, ownerId: sources.ownerId })
      .from(collections)
      .innerJoin(projects, eq(projects.sourceId, collections.sourceId))
      .innerJoin(sources, eq(sources.id, collections.sourceId))
      .where(and(inArray(collections.sourceId, next), isDue))
      .for('update', { of: collections, skipLocked: true })
    const ids = rows.map(({ collection }) => collection.sourceId)
    if (ids.length > 0)
      await tx
        .update(collections)
        .set(lease(lane, instanceId, now + LEASE_MS))
        .where(inArray(collections.sourceId, ids))
    return rows
  })
}

/** The account with the fewest slots has the next one. */
async function inTurns(
  db: Pick<Context['db'], 'select'>,
  lane: Lane,
  { free, perAccount, running }: Slots,
  isDue: SQL | undefined,
): Promise<string[]> {
  const { nextAt } = columns[lane]
  const counts = [...running].map(([account, count]) => sql`when ${account} then ${count}::integer`)
  const has = counts.length === 0 ? sql`0` : sql`case ${sources.ownerId} ${sql.join(counts, sql` `)} else 0 end`
  const turn = sql<number>`row_number() over (partition by ${sources.ownerId} order by ${nextAt}) + ${has}`
  const due = db
    .select({ sourceId: collections.sourceId, nextAt: sql`${nextAt}`.as('due_at'), turn: turn.as('turn') })
    .from(collections)
    .innerJoin(projects, eq(projects.sourceId, collections.sourceId))
    .innerJoin(sources, eq(sources.id, collections.sourceId))
    .where(isDue)
    .as('due')
  const rows = await db
    .select({ sourceId: due.sourceId })
    .from(due)
    .where(lte(due.turn, perAccount))
    .orderBy(asc(due.turn), asc(due.nextAt))
    .limit(free)
  return rows.map(({ sourceId }) => sourceId)
}

/** When the first of those that are not due by `now` is; undefined where there is none. */
export async function nextDueAt(ctx: ClaimContext, lane: Lane, now: number): Promise<number | undefined> {
  const { nextAt } = columns[lane]
  const [row] = await ctx.db
    .select({ nextAt })
    .from(collections)
    .innerJoin(projects, eq(projects.sourceId, collections.sourceId))
    .where(and(gt(nextAt, now), isWanted(lane), isFree(ctx, lane, now)))
    .orderBy(asc(nextAt))
    .limit(1)
  return row?.nextAt
}

/** Keeps the lease; false where another server has it, or the project is removed. */
export async function renewClaim(ctx: ClaimContext, lane: Lane, sourceId: string): Promise<boolean> {
  const rows = await ctx.db
    .update(collections)
    .set(lease(lane, instanceId, ctx.clock.now() + LEASE_MS))
    .where(and(isClaimed(lane, sourceId), inArray(collections.sourceId, notRemoved(ctx, sourceId))))
    .returning({ sourceId: collections.sourceId })
  return rows.length > 0
}

function notRemoved({ db }: ClaimContext, sourceId: string) {
  return db
    .select({ sourceId: projects.sourceId })
    .from(projects)
    .where(and(eq(projects.sourceId, sourceId), isNull(projects.removedAt)))
}

/** The row while this server has the lease. */
export function isClaimed(lane: Lane, sourceId: string): SQL {
  return and(eq(collections.sourceId, sourceId), eq(columns[lane].by, instanceId))!
}

/** The row while its connection is the one that was tried: new keys are due at once, whatever came of the old ones. */
export function isUnchanged({ revision }: CollectionRow): SQL {
  return eq(collections.revision, revision)
}

/** Ends a lease, together with what came of it. */
export function released(lane: Lane) {
  return lease(lane, null, null)
}

function lease(lane: Lane, by: string | null, until: number | null) {
  return lane === 'live' ? { leasedBy: by, leasedUntil: until } : { backfillLeasedBy: by, backfillLeasedUntil: until }
}

function isWanted(lane: Lane): SQL {
  const isThere = isNull(projects.removedAt)
  return lane === 'live' ? isThere : and(isThere, eq(collections.backfillState, 'running'))!
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
