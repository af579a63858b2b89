import { and, eq, sql } from 'drizzle-orm'
import { CollectorError, type CollectWindow } from '../../ports/collector.ts'
import { collections } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { Announcements } from './announcements.ts'
import { type Claimed, isClaimed, isUnchanged, released } from './claims.ts'
import type { OpenCollector, OpenCollectors } from './open-collectors.ts'
import { joinSpans, type Span, storeBatch } from './store-batch.ts'
import { dueWindows, nextCollection, pauseAfter } from './windows.ts'

/** The lease has gone to another server, or the project is gone. */
export class ClaimLost extends Error {}

/** What is followed is looked at this often, however long the interval is. */
const FOLLOW_EVERY_MS = 2000

/** Fetches what a project lacks up to now, stores it, and notes how far it has come or what stood in the way. */
export async function collectLive(
  ctx: Context,
  { open, announcements }: { readonly open: OpenCollectors; readonly announcements: Announcements },
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  const { collection, project } = claimed
  const { sourceId } = collection
  try {
    const opened = open.of(claimed)
    const { collector } = opened
    const now = ctx.clock.now()
    const { isFollowing } = collector.traits
    const windows = isFollowing
      ? [{ from: collection.collectedTo, to: now, stepMs: project.samplingMs }]
      : dueWindows(collection, collector.traits, project.samplingMs, now)
    let leftOut: string | undefined
    let progress: Changes = {}
    for (const [at, window] of windows.entries()) {
      if (at > 0) await note(ctx, sourceId, progress)
      const request = { sourceId, window, cursor: collection.cursor, signal }
      const collected = await collectWindow(ctx, { ...opened, announcements }, request)
      progress = collected.progress
      leftOut = collected.leftOut ?? leftOut
    }
    const collectedTo = windows.at(-1)?.to ?? collection.collectedTo
    const everyMs = isFollowing ? Math.min(FOLLOW_EVERY_MS, project.samplingMs) : project.samplingMs
    await succeed(ctx, claimed, { ...progress, nextAt: nextCollection(sourceId, everyMs, collectedTo) }, leftOut)
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (signal.aborted) await release(ctx, sourceId)
    else await fail(ctx, claimed, toCollectorError(ctx, error, sourceId))
  }
}

type Changes = Parameters<ReturnType<Context['db']['update']>['set']>[0]

interface WindowRequest {
  readonly sourceId: string
  readonly window: CollectWindow
  readonly cursor: unknown
  readonly signal: AbortSignal
}

interface CollectedWindow {
  /** How far the project has come, to be noted. */
  readonly progress: Changes
  /** Why something was not stored. */
  readonly leftOut: string | undefined
}

async function collectWindow(
  ctx: Context,
  { collector, recent, announcements }: OpenCollector & { readonly announcements: Announcements },
  request: WindowRequest,
): Promise<CollectedWindow> {
  const { sourceId, window, cursor, signal } = request
  let newestAt: number | null = null
  let fresh: Span | undefined
  let leftOut: string | undefined
  // Services answer metric by metric: what is still to come is no silence
  const isWhole = collector.traits.isFollowing !== true
  recent.forgetBefore(window.from)
  for await (const batch of collector.collect(window, cursor, signal)) {
    const stored = await storeBatch(ctx, batch, { sourceId, isAnnounced: !isWhole, recent })
    for (const note of batch.notes ?? []) ctx.log.warn({ sourceId, note }, 'something was left out of what was fetched')
    if (stored.span) newestAt = Math.max(newestAt ?? 0, stored.span.to)
    fresh = joinSpans(fresh, stored.fresh)
    leftOut ??= stored.leftOut
    if (batch.cursor !== undefined) await note(ctx, sourceId, { cursor: batch.cursor })
  }
  if (isWhole && fresh !== undefined) {
    ctx.arrivals.note(sourceId, fresh.from, fresh.to)
    announcements.add(sourceId, fresh)
  }
  const progress = {
    collectedTo: sql`greatest(${collections.collectedTo}, ${window.to}::bigint)`,
    ...(newestAt !== null && { newestAt: sql`greatest(${collections.newestAt}, ${newestAt}::bigint)` }),
  }
  return { progress, leftOut }
}

async function note({ db }: Context, sourceId: string, changes: Changes): Promise<void> {
  const rows = await db
    .update(collections)
    .set(changes)
    .where(isClaimed('live', sourceId))
    .returning({ sourceId: collections.sourceId })
  if (rows.length === 0) throw new ClaimLost(`the collection of ${sourceId} is another server's now`)
}

/** What is left out is reported until all is stored again; it does not keep the project from fetching. */
async function succeed(
  ctx: Context,
  { collection: { sourceId, fault: before, faultSince } }: Claimed,
  changes: Changes,
  leftOut: string | undefined,
): Promise<void> {
  const fault = leftOut === undefined ? null : ('leftOut' as const)
  const since = fault === null ? null : before === fault ? faultSince : ctx.clock.now()
  const outcome = { fault, faultText: leftOut ?? null, faultSince: since, failures: 0 }
  await note(ctx, sourceId, { ...changes, ...outcome, ...released('live') })
  if (before === fault) return
  if (fault) ctx.log.warn({ sourceId, leftOut }, 'not all that a project fetches can be stored')
  ctx.liveChanges.announce(sourceId)
}

async function fail(ctx: Context, { collection }: Claimed, error: CollectorError): Promise<void> {
  const { sourceId, failures, fault, faultSince } = collection
  const now = ctx.clock.now()
  ctx.log.warn({ sourceId, fault: error.fault, provider: error.providerText }, 'a project could not be fetched')
  const noted = await ctx.db
    .update(collections)
    .set({
      fault: error.fault,
      faultText: error.providerText ?? null,
      faultSince: fault === null || fault === 'leftOut' ? now : faultSince,
      failures: failures + 1,
      nextAt: now + pauseAfter(failures + 1, error.retryAfterMs),
      ...released('live'),
    })
    .where(and(isClaimed('live', sourceId), isUnchanged(collection)))
    .returning({ sourceId: collections.sourceId })
  if (noted.length === 0) return release(ctx, sourceId)
  ctx.liveChanges.announce(sourceId)
}

async function release({ db }: Context, sourceId: string): Promise<void> {
  await db.update(collections).set(released('live')).where(isClaimed('live', sourceId))
}

/** What is not of the provider is ours: the store is busy, or a bug. It is tried again as well. */
export function toCollectorError(ctx: Pick<Context, 'log'>, error: unknown, sourceId: string): CollectorError {
  if (error instanceof CollectorError) return error
  ctx.log.error({ err: error, sourceId }, 'collecting failed')
  return new CollectorError('internal', { cause: error })
}

/** The row that a change of connection starts from. */
export async function findCollection({ db }: Pick<Context, 'db'>, sourceId: string) {
  const [row] = await db.select().from(collections).where(eq(collections.sourceId, sourceId))
  return row
}
