import { livePositions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { isOwnLease, liveChannel } from '../live/index.ts'
import { findPlannable } from './find-plannable.ts'
import { sendAlerts } from './send.ts'

/** All projects of this worker are looked at this often, for an announcement that was lost or a plan that failed. */
const lookEveryMs = 60_000

/** Plans the alerts of the projects whose rows this worker scores, after each round, until it is stopped. */
export async function watchAlerts(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const pending = new Set<string>()
  let running: Promise<void> | undefined
  let isStopping = false

  const run = async (): Promise<void> => {
    const waiting = [...pending]
    pending.clear()
    for (const sourceId of await findPlannable(ctx, waiting)) {
      if (isStopping) return
      await sendAlerts(ctx, sourceId).catch((error: unknown) =>
        ctx.log.error({ err: error, sourceId }, 'the alerts of a project were not planned'),
      )
    }
  }
  const wake = (sourceIds: readonly string[]): void => {
    for (const sourceId of sourceIds) pending.add(sourceId)
    running ??= run()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the projects whose alerts are due could not be read'))
      .finally(() => {
        running = undefined
        if (pending.size > 0 && !isStopping) wake([])
      })
  }
  const look = async (): Promise<void> => {
    const own = await ctx.db.select({ sourceId: livePositions.sourceId }).from(livePositions).where(isOwnLease)
    wake(own.map(({ sourceId }) => sourceId))
  }
  const lookAgain = (): void => {
    look().catch((error: unknown) => ctx.log.warn({ err: error }, 'the projects with alerts could not be read'))
  }
  const unsubscribe = await ctx.notifications.subscribe(liveChannel, {
    onMessage: (sourceId) => wake([sourceId]),
    onReconnect: lookAgain,
  })
  const stopLooking = ctx.clock.every(lookEveryMs, lookAgain)
  return {
    async stop() {
      isStopping = true
      stopLooking()
      await unsubscribe()
      await running
    },
  }
}
