import type { Context } from '../context.ts'
import { collectionChannel } from './channel.ts'
import { type Claimed, claimDue, type Lane, nextDueAt, renewClaim, renewEveryMs } from './claims.ts'
import { collectNews } from './collect-news.ts'
import { collectPast } from './collect-past.ts'
import { createOpenCollectors, type OpenCollectors } from './open-collectors.ts'

/** Projects are fetched mostly by waiting for networks; the past never takes the place of what is new. */
const concurrency: Readonly<Record<Lane, number>> = { news: 24, past: 2 }
/** What another server has added is seen this late at most, should its message be lost. */
const longestSleepMs = 5000
const closeIdleEveryMs = 60_000

/** Fetches what is due of all projects, shared with the other servers, until it is stopped. */
export async function collectProjects(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const open = createOpenCollectors(ctx)
  const lanes = (['news', 'past'] as const).map((lane) => runLane(ctx, open, lane))
  const unsubscribe = await ctx.notifications.subscribe(collectionChannel, {
    onMessage: () => void lanes.forEach(({ wake }) => void wake()),
  })
  const tidying = setInterval(() => open.closeIdle(), closeIdleEveryMs).unref()
  return {
    async stop() {
      clearInterval(tidying)
      await unsubscribe()
      await Promise.all(lanes.map(({ stop }) => stop()))
      await open.close()
    },
  }
}

const work = { news: collectNews, past: collectPast }

function runLane(ctx: Context, open: OpenCollectors, lane: Lane) {
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isWokenMeanwhile = false

  const start = (claimed: Claimed): void => {
    const stopRenewing = keepRenewing(ctx, lane, claimed.collection.sourceId)
    const running = work[lane](ctx, open, claimed, ending.signal)
      .catch((error: unknown) => ctx.log.error({ err: error }, 'a collection was not noted'))
      .finally(() => {
        stopRenewing()
        underWay.delete(running)
        look()
      })
    underWay.add(running)
  }
  const sleep = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(look, Math.max(20, Math.min(longestSleepMs, ms)))
  }
  const takeDue = async (): Promise<void> => {
    const room = concurrency[lane] - underWay.size
    if (room > 0) for (const claimed of await claimDue(ctx, lane, room)) start(claimed)
    // Whatever ends looks again
    if (underWay.size >= concurrency[lane]) return
    const nextAt = await nextDueAt(ctx, lane)
    sleep(nextAt === undefined ? longestSleepMs : nextAt - ctx.clock.now())
  }
  function look(): void {
    if (ending.signal.aborted) return
    isWokenMeanwhile = isLooking
    if (isLooking) return
    isLooking = true
    takeDue()
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'looking for projects to fetch failed')
        sleep(longestSleepMs)
      })
      .finally(() => {
        isLooking = false
        if (isWokenMeanwhile) look()
      })
  }
  look()
  return {
    wake: look,
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}

function keepRenewing(ctx: Context, lane: Lane, sourceId: string): () => void {
  const timer = setInterval(() => {
    renewClaim(ctx, lane, sourceId).catch((error: unknown) =>
      ctx.log.warn({ err: error, sourceId }, 'a lease was not renewed'),
    )
  }, renewEveryMs).unref()
  return () => clearInterval(timer)
}
