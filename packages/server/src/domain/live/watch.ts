import type { Context } from '../context.ts'
import { ARRIVAL_CHANNEL } from '../ingest/index.ts'
import { fairShare, leaveWorkers, releaseLeases, renewLeases, takeLeases } from './leases.ts'
import { createProjectReader } from './project-reader.ts'
import { isLeaseLost, type LiveSessionControl, openLiveSession } from './session.ts'

/** Leases are renewed and shared this often. */
const RENEW_EVERY_MS = 2000
/** Whether a project is due is asked this often. */
const LOOK_EVERY_MS = 250

/** Scores live data of the projects that this worker has leased, until it is stopped. */
export async function watchProjects(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const sessions = new Map<string, LiveSessionControl>()
  const readProject = createProjectReader(ctx)
  const pauses = createPauses(ctx.clock.monotonic)
  let isStopping = false
  let turn: Promise<void> = Promise.resolve()

  const open = (sourceId: string): void => {
    const onEnd = (error: unknown): void => {
      if (sessions.get(sourceId) === session) sessions.delete(sourceId)
      if (isLeaseLost(error) || isStopping) return
      ctx.log.error({ err: error, sourceId }, 'live detection of a project failed and is begun anew')
      pauses.fail(sourceId)
    }
    const session = openLiveSession(ctx, sourceId, { readProject, onEnd })
    sessions.set(sourceId, session)
    session.look()
  }
  const end = async (sourceIds: readonly string[], how: 'stop' | 'abandon'): Promise<void> => {
    const ending = sourceIds.map((sourceId) => sessions.get(sourceId)?.[how]())
    for (const sourceId of sourceIds) sessions.delete(sourceId)
    for (const { reason } of (await Promise.allSettled(ending)).filter((one) => one.status === 'rejected'))
      report(reason)
  }
  const share = async (): Promise<void> => {
    const own = await renewLeases(ctx)
    await end(
      [...sessions.keys()].filter((sourceId) => !own.has(sourceId)),
      'abandon',
    )
    const mine = await fairShare(ctx)
    const spare = [...sessions.keys()].slice(mine)
    await end(spare, 'stop')
    await releaseLeases(ctx, spare)
    // One that was leased in an earlier turn and whose session has ended is begun anew
    for (const sourceId of own)
      if (!sessions.has(sourceId) && !spare.includes(sourceId) && !pauses.isPausing(sourceId)) open(sourceId)
    for (const sourceId of await takeLeases(ctx, mine - (own.size - spare.length))) if (!isStopping) open(sourceId)
  }
  const report = (error: unknown): void => ctx.log.error({ err: error }, 'live detection failed')
  const take = (): void => {
    turn = turn.then(() => (isStopping ? undefined : share())).catch(report)
  }
  const unsubscribe = await ctx.notifications.subscribe(ARRIVAL_CHANNEL, {
    onMessage(payload) {
      const [sourceId = '', from, to] = payload.split(' ')
      sessions.get(sourceId)?.wake({ from: Number(from), to: Number(to) })
    },
  })
  take()
  const stopTimers = [
    ctx.clock.every(RENEW_EVERY_MS, take),
    ctx.clock.every(LOOK_EVERY_MS, () => sessions.forEach((session) => void session.look())),
  ]
  return {
    async stop() {
      isStopping = true
      for (const stopTimer of stopTimers) stopTimer()
      await unsubscribe()
      await turn
      const sourceIds = [...sessions.keys()]
      await end(sourceIds, 'stop')
      await releaseLeases(ctx, sourceIds)
      await leaveWorkers(ctx)
    },
  }
}

/** When what has failed is tried again: after a pause that doubles with each failure in a row. */
interface Pauses {
  fail(id: string): void
  isPausing(id: string): boolean
}

const FIRST_MS = 1000
const LAST_MS = 60_000

/** What did not fail again for two of the longest pauses begins with the first one. */
export function createPauses(now: () => number): Pauses {
  const failed = new Map<string, { readonly pauseMs: number; readonly until: number }>()
  return {
    fail(id) {
      for (const [other, { until }] of failed) if (until < now() - 2 * LAST_MS) failed.delete(other)
      const pauseMs = Math.min(LAST_MS, 2 * (failed.get(id)?.pauseMs ?? FIRST_MS / 2))
      failed.set(id, { pauseMs, until: now() + pauseMs })
    },
    isPausing: (id) => (failed.get(id)?.until ?? 0) > now(),
  }
}
