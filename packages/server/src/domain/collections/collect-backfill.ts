import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CollectorError } from '../../ports/collector.ts'
import { collections } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { type Claimed, isClaimed, isUnchanged, released } from './claims.ts'
import { ClaimLost, toCollectorError } from './collect-live.ts'
import type { OpenCollectors } from './open-collectors.ts'
import { storeBatch } from './store-batch.ts'
import { nextPastWindow, pauseAfter } from './windows.ts'

/**
 * Fetches the past of a project, the newest first, until all of it is there or it was paused or cancelled. Live detection is notified once, at the end: it
 * would score all again with every part.
 */
export async function collectBackfill(
  ctx: Context,
  open: OpenCollectors,
  given: Claimed,
  signal: AbortSignal,
): Promise<void> {
  let claimed = given
  const { project } = given
  const { sourceId } = given.collection
  try {
    const { collector } = open.of(given)
    claimed = await narrow(ctx, given, collector.traits.keepsDays)
    const from = claimed.collection.backfillFrom!
    let fetchedFrom = claimed.collection.backfilledFrom!
    let leftOut: string | undefined
    for (;;) {
      signal.throwIfAborted()
      const window = nextPastWindow({ from, fetchedFrom }, collector.traits, project.samplingMs)
      if (window === undefined || collector.traits.isFollowing) break
      for await (const batch of collector.collect(window, undefined, signal))
        leftOut ??= (await storeBatch(ctx, batch, { sourceId, isAnnounced: false })).leftOut
      fetchedFrom = window.from
      if (!(await advance(ctx, claimed, { backfilledFrom: fetchedFrom, ...outcome(leftOut) })))
        return await announcePast(ctx, claimed, fetchedFrom)
    }
    await announcePast(ctx, claimed, from)
    await ctx.db
      .update(collections)
      .set({
        backfillState: 'done',
        backfilledFrom: from,
        ...outcome(leftOut),
        ...released('backfill'),
      })
      .where(isStill(claimed))
    ctx.liveChanges.announce(sourceId)
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (signal.aborted) await ctx.db.update(collections).set(released('backfill')).where(isStill(claimed))
    else await fail(ctx, claimed, toCollectorError(ctx, error, sourceId))
  }
}

/** Of a part that was fetched. */
function outcome(leftOut: string | undefined) {
  const backfillFault = leftOut === undefined ? null : ('leftOut' as const)
  return { backfillFault, backfillFaultText: leftOut ?? null, backfillFailures: 0 }
}

const DAY_MS = 86_400_000

/** No further back than the provider keeps data and the project does, and said so. */
async function narrow({ db, clock }: Context, claimed: Claimed, keepsDays: number | undefined): Promise<Claimed> {
  const { collection, project } = claimed
  const days = Math.min(keepsDays ?? project.retentionDays, project.retentionDays)
  const backfillFrom = Math.max(collection.backfillFrom!, clock.now() - days * DAY_MS)
  if (backfillFrom === collection.backfillFrom) return claimed
  await db.update(collections).set({ backfillFrom }).where(isStill(claimed))
  return { ...claimed, collection: { ...collection, backfillFrom } }
}

/** False where it was paused, cancelled, or is another server's. */
async function advance(
  { db }: Context,
  claimed: Claimed,
  come: ReturnType<typeof outcome> & { readonly backfilledFrom: number },
): Promise<boolean> {
  const rows = await db
    .update(collections)
    .set(come)
    .where(isStill(claimed))
    .returning({ state: collections.backfillState })
  if (rows[0]?.state === 'running') return true
  await db.update(collections).set(released('backfill')).where(isStill(claimed))
  return false
}

/** The row while this server has the lease and no other back-fill was started in place of this one. */
function isStill({ collection: { sourceId, backfillFrom, backfillTo } }: Claimed): SQL | undefined {
  const isSame = [eq(collections.backfillFrom, backfillFrom!), eq(collections.backfillTo, backfillTo!)]
  return and(isClaimed('backfill', sourceId), ...isSame)
}

/** From the first sample that there is; of lines, whose first one is not known, from where they were looked for. */
async function announcePast(ctx: Context, { collection, project }: Claimed, from: number): Promise<void> {
  const { sourceId, backfillTo } = collection
  const first = project.dataType === 'Log' ? from : (await ctx.points.describeLive(sourceId)).from
  if (first !== null && first < backfillTo!) ctx.arrivals.mark(sourceId, Math.max(first, from), backfillTo!)
}

async function fail(ctx: Context, claimed: Claimed, error: CollectorError): Promise<void> {
  const { collection } = claimed
  const failures = collection.backfillFailures + 1
  ctx.log.warn(
    { sourceId: collection.sourceId, fault: error.fault, provider: error.providerText },
    'the past of a project could not be fetched',
  )
  const noted = await ctx.db
    .update(collections)
    .set({
      backfillFault: error.fault,
      backfillFaultText: error.providerText ?? null,
      backfillFailures: sql`${collections.backfillFailures} + 1`,
      backfillNextAt: ctx.clock.now() + pauseAfter(failures, error.retryAfterMs),
      ...released('backfill'),
    })
    .where(and(isStill(claimed), isUnchanged(collection)))
    .returning({ sourceId: collections.sourceId })
  if (noted.length === 0) await ctx.db.update(collections).set(released('backfill')).where(isStill(claimed))
}
