import type { StopTimer } from '../../ports/clock.ts'
import type { Context } from '../context.ts'
import { createAnnouncements } from './announcements.ts'
import { COLLECTION_CHANNEL } from './channel.ts'
import { type Claimed, claimDue, type Lane, nextDueAt, RENEW_EVERY_MS, renewClaim } from './claims.ts'
import { collectBackfill } from './collect-backfill.ts'
import { ClaimLost, collectLive } from './collect-live.ts'
import { createOpenCollectors } from './open-collectors.ts'

/** Projects are fetched mostly by waiting for networks; the past never takes the place of what is new. */
const SLOTS: Readonly<Record<Lane, { readonly all: number; readonly perAccount: number }>> = {
  live: { all: 24, perAccount: 8 },
  backfill: { all: 4, perAccount: 2 },
}
/** A service that answers drop by drop keeps a slot for as long as this. */
const LONGEST_WINDOW_MS = 5 * 60_000
/** What another server has added is seen this late at most, should its message be lost. */
const LONGEST_SLEEP_MS = 5000
const CLOSE_IDLE_EVERY_MS = 60_000

/** Fetches what is due of all projects, shared with the other servers, until it is stopped. */
export async function collectProjects(
  ctx: Context,
  windowLimitMs = LONGEST_WINDOW_MS,
): Promise<{ stop(): Promise<void> }> {
  const open = createOpenCollectors(ctx, windowLimitMs)
  const announcements = createAnnouncements(ctx)
  const lanes = [
    runLane(ctx, 'live', {
      collect: (claimed, signal) => collectLive(ctx, { open, announcements }, claimed, signal),
      onCalm: announcements.begin,
    }),
    runLane(ctx, 'backfill', { collect: (claimed, signal) => collectBackfill(ctx, open, claimed, signal) }),
  ]
  const unsubscribe = await ctx.notifications.subscribe(COLLECTION_CHANNEL, {
    onMessage: () => void lanes.forEach(({ wake }) => void wake()),
  })
  const stopTidying = ctx.clock.every(CLOSE_IDLE_EVERY_MS, () => void open.closeIdle())
  return {
    async stop() {
      stopTidying()
      await unsubscribe()
      await Promise.all(lanes.map(({ stop }) => stop()))
      announcements.flush()
      await open.close()
    },
  }
}

interface LaneWork {
  collect(claimed: Claimed, signal: AbortSignal): Promise<void>
  /** Nothing more is due, and little is under way. */
  onCalm?(): void
}

function runLane(ctx: Context, lane: Lane, { collect, onCalm }: LaneWork) {
  const { all, perAccount } = SLOTS[lane]
  const ending = new AbortController()
  /** By the account that each is of. */
  const underWay = new Map<Promise<void>, string>()
  let stopTimer: StopTimer = () => {}
  let looking: Promise<void> | undefined
  let isWokenMeanwhile = false

  const start = (claimed: Claimed): void => {
    const lost = new AbortController()
    const stopRenewing = keepRenewing(ctx, lane, claimed.collection.sourceId, () => lost.abort(new ClaimLost()))
    const running = collect(claimed, AbortSignal.any([ending.signal, lost.signal]))
      .catch((error: unknown) => ctx.log.error({ err: error }, 'a collection was not noted'))
      .finally(() => {
        stopRenewing()
        underWay.delete(running)
        look()
      })
    underWay.set(running, claimed.ownerId)
  }
  const sleep = (ms: number): void => {
    stopTimer()
    if (!ending.signal.aborted) stopTimer = ctx.clock.after(Math.max(20, Math.min(LONGEST_SLEEP_MS, ms)), look)
  }
  const takeDue = async (): Promise<void> => {
    const now = ctx.clock.now()
    const free = all - underWay.size
    const running = countEach(underWay.values())
    // What was claimed while the server stops begins and is given back
    const due = free > 0 ? await claimDue(ctx, lane, { free, perAccount, running }, now) : []
    for (const claimed of due) start(claimed)
    // An account with all of its slots may have more that is due
    if (due.length === 0 && underWay.size < perAccount) onCalm?.()
    // Whatever ends looks again
    if (underWay.size >= all || ending.signal.aborted) return
    const nextAt = await nextDueAt(ctx, lane, now)
    sleep(nextAt === undefined ? LONGEST_SLEEP_MS : nextAt - ctx.clock.now())
  }
  function look(): void {
    if (ending.signal.aborted) return
    isWokenMeanwhile = looking !== undefined
    if (looking) return
    looking = takeDue()
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'looking for projects to fetch failed')
        sleep(LONGEST_SLEEP_MS)
      })
      .finally(() => {
        looking = undefined
        if (isWokenMeanwhile) look()
      })
  }
  look()
  return {
    wake: look,
    async stop() {
      ending.abort()
      stopTimer()
      await looking
      await Promise.all(underWay.keys())
    },
  }
}

function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** `onLost`: the project was removed, its back-fill was cancelled, or another server has it. */
function keepRenewing(ctx: Context, lane: Lane, sourceId: string, onLost: () => void): () => void {
  const renew = async (): Promise<void> => {
    if (!(await renewClaim(ctx, lane, sourceId))) onLost()
  }
  return ctx.clock.every(RENEW_EVERY_MS, () => {
    renew().catch((error: unknown) => ctx.log.warn({ err: error, sourceId }, 'a lease was not renewed'))
  })
}
