import { within } from '../../ports/within.ts'
import type { Context } from '../context.ts'
import { attemptDelivery } from './attempt.ts'
import { deliveryChannel } from './channel.ts'
import { claimDeliveries, releaseAbandoned, releaseDelivery, renewLeases } from './claim.ts'
import { readDelivery } from './delivery-row.ts'
import { settleDelivery } from './settle.ts'

const maxRunning = 64
/** Retries come due without a message, and leases are renewed as often. */
const lookEveryMs = 1000
/** What is under way when the server stops may take so long. */
const graceMs = 3000
/** What was aborted then notes so. */
const lastWordsMs = 1000

/** Sends what waits to be sent, until it is stopped. */
export async function startDeliveries(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let isStopping = false
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  const run = async (id: string): Promise<void> => {
    try {
      const row = await readDelivery(ctx, id)
      if (row) await settleDelivery(ctx, row, await attemptDelivery(ctx, row, { signal: stopping.signal }))
    } catch (error) {
      if (!stopping.signal.aborted) ctx.log.error({ err: error, deliveryId: id }, 'sending an alert failed')
      else await releaseDelivery(ctx, id)
    }
  }
  const start = (id: string): void => {
    const ended = run(id).finally(() => {
      running.delete(id)
      look()
    })
    running.set(id, ended)
  }
  /** One claim at a time; a request that comes meanwhile is not lost. */
  const look = (): void => {
    isAskedAgain = true
    if (looking || isStopping || running.size >= maxRunning) return
    isAskedAgain = false
    looking = claimDeliveries(ctx, maxRunning - running.size)
      .then((ids) => {
        for (const id of ids) if (!running.has(id)) start(id)
      })
      .catch((error: unknown) => ctx.log.error({ err: error }, 'looking for alerts to send failed'))
      .finally(() => {
        looking = undefined
        if (isAskedAgain) look()
      })
  }
  await releaseAbandoned(ctx)
  const unsubscribe = await ctx.notifications.subscribe(deliveryChannel, { onMessage: look, onReconnect: look })
  const report = (error: unknown): void => ctx.log.error({ err: error }, 'renewing leases of alerts failed')
  const stopLooking = ctx.clock.every(lookEveryMs, () => {
    renewLeases(ctx, [...running.keys()]).catch(report)
    look()
  })
  look()
  return {
    async stop() {
      stopLooking()
      const stopTimer = ctx.clock.after(graceMs, () => stopping.abort())
      isStopping = true
      await unsubscribe()
      await looking
      await within(ctx.clock, graceMs + lastWordsMs, Promise.allSettled(running.values()))
      stopTimer()
      for (const id of running.keys()) await releaseDelivery(ctx, id)
    },
  }
}
