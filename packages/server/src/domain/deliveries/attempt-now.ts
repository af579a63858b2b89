import { eq } from 'drizzle-orm'
import { deliveries } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { attemptDelivery } from './attempt.ts'
import { readDelivery } from './delivery-row.ts'

const PATIENCE_MS = 20_000

/** The only attempt of a delivery that no loop takes; whether it was sent. */
export async function attemptNow(ctx: Context, id: string): Promise<boolean> {
  const row = await readDelivery(ctx, id)
  if (!row) return false
  const outcome = await attemptDelivery(ctx, row, { patienceMs: PATIENCE_MS })
  const isSent = outcome.kind === 'sent'
  await ctx.db
    .update(deliveries)
    .set({
      state: isSent ? 'sent' : 'failed',
      error: isSent ? null : outcome.failure,
      attempts: 1,
      attemptedAt: ctx.clock.now(),
    })
    .where(eq(deliveries.id, id))
  return isSent
}
