import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ChannelOutcome } from '../../ports/alert-channel.ts'
import type { DeliveryFailure } from '../../schema/delivery-failure.ts'
import { deliveries, integrations } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId } from '../instance.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { isGivenUp, retryDelayMs } from './retries.ts'

type SettleContext = Pick<Context, 'db' | 'clock' | 'random'>

const settled = { leasedBy: null, leasedUntil: null }

/** Notes what came of an attempt of this server; nothing where another one has taken it over since. */
export async function settleDelivery(ctx: SettleContext, row: DeliveryRow, outcome: ChannelOutcome): Promise<void> {
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
    .set({ ...changes, ...settled })
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
      .set({ state: 'stopped', error: stoppedBy, ...settled })
      .where(and(eq(deliveries.integrationId, integration.id), isWaitingFreely))
  })
}

/** Not the ones under way. */
const isWaitingFreely = and(eq(deliveries.state, 'waiting'), isNull(deliveries.leasedBy))
