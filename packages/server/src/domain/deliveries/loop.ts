import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ChannelOutcome } from '../../ports/alert-channel.ts'
import { within } from '../../ports/within.ts'
import type { DeliveryFailure } from '../../schema/delivery-failure.ts'
import { deliveries, integrations } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId } from '../instance.ts'
import { attemptDelivery } from './attempt.ts'
import { DELIVERY_CHANNEL } from './channel.ts'
import { claimDeliveries, releaseAbandoned, releaseDelivery, renewLeases } from './claim.ts'
import { type DeliveryRow, readDelivery } from './delivery-row.ts'
import { isGivenUp, retryDelayMs } from './retries.ts'

const MAX_RUNNING = 64
/** Retries come due without a message, and leases are renewed as often. */
const LOOK_EVERY_MS = 1000
/** What is under way when the server stops may take so long. */
const GRACE_MS = 3000
/** What was aborted then notes so. */
const LAST_WORDS_MS = 1000

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
    if (looking || isStopping || running.size >= MAX_RUNNING) return
    isAskedAgain = false
    looking = claimDeliveries(ctx, MAX_RUNNING - running.size)
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
  const unsubscribe = await ctx.notifications.subscribe(DELIVERY_CHANNEL, { onMessage: look, onReconnect: look })
  const report = (error: unknown): void => ctx.log.error({ err: error }, 'renewing leases of alerts failed')
  const stopLooking = ctx.clock.every(LOOK_EVERY_MS, () => {
    renewLeases(ctx, [...running.keys()]).catch(report)
    look()
  })
  look()
  return {
    async stop() {
      stopLooking()
      const stopTimer = ctx.clock.after(GRACE_MS, () => stopping.abort())
      isStopping = true
      await unsubscribe()
      await looking
      await within(ctx.clock, GRACE_MS + LAST_WORDS_MS, Promise.allSettled(running.values()))
      stopTimer()
      for (const id of running.keys()) await releaseDelivery(ctx, id)
    },
  }
}

type SettleContext = Pick<Context, 'db' | 'clock' | 'random'>

const SETTLED = { leasedBy: null, leasedUntil: null }

/** Notes what came of an attempt of this server; nothing where another one has taken it over since. */
async function settleDelivery(ctx: SettleContext, row: DeliveryRow, outcome: ChannelOutcome): Promise<void> {
  const now = ctx.clock.now()
  switch (outcome.kind) {
    case 'sent':
      return note(ctx, row, { state: 'sent', error: null })
    case 'refused':
      return note(ctx, row, { state: 'failed', error: outcome.failure })
    case 'needless':
      return note(ctx, row, { state: 'stopped', error: outcome.failure })
    case 'gone':
      await note(ctx, row, { state: 'stopped', error: outcome.failure })
      return stopIntegration(ctx, row, outcome.failure)
    case 'retry': {
      const { failure: error, retryAfterMs = 0 } = outcome
      const delayMs = retryDelayMs(row.attempts, ctx.random)
      // What the service put off, for longer than it would wait anyway, was no attempt of it
      const isPutOff = retryAfterMs > delayMs
      const attempts = isPutOff ? row.attempts - 1 : row.attempts
      if (isGivenUp({ attempts, ageMs: now - row.createdAt })) return note(ctx, row, { state: 'failed', error })
      const nextAt = now + Math.max(retryAfterMs, delayMs)
      await note(ctx, row, { error, attempts, nextAt })
      if (isPutOff) await putOff(ctx, row, nextAt)
    }
  }
}

async function note(
  { db }: SettleContext,
  { id }: DeliveryRow,
  changes: Partial<typeof deliveries.$inferInsert>,
): Promise<void> {
  const isOwn = and(eq(deliveries.id, id), eq(deliveries.leasedBy, instanceId))
  await db
    .update(deliveries)
    .set({ ...changes, ...SETTLED })
    .where(isOwn)
}

/** Whatever else waits for a service that asks for a pause waits as long. */
async function putOff({ db }: SettleContext, { integration }: DeliveryRow, nextAt: number): Promise<void> {
  if (!integration) return
  await db
    .update(deliveries)
    .set({ nextAt: sql`greatest(${deliveries.nextAt}, ${nextAt}::bigint)` })
    .where(and(eq(deliveries.integrationId, integration.id), isWaitingFreely))
}

async function stopIntegration(
  { db, clock }: SettleContext,
  { integration }: DeliveryRow,
  stoppedBy: DeliveryFailure,
): Promise<void> {
  if (!integration) return
  await db.transaction(async (tx) => {
    await tx
      .update(integrations)
      .set({ stoppedAt: clock.now(), stoppedBy })
      .where(and(eq(integrations.id, integration.id), isNull(integrations.stoppedAt)))
    await tx
      .update(deliveries)
      .set({ state: 'stopped', error: stoppedBy, ...SETTLED })
      .where(and(eq(deliveries.integrationId, integration.id), isWaitingFreely))
  })
}

/** Not the ones under way. */
const isWaitingFreely = and(eq(deliveries.state, 'waiting'), isNull(deliveries.leasedBy))
