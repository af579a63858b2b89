import { and, eq, lte } from 'drizzle-orm'
import { dispatches } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import type { Address } from './address.ts'
import { deliver, type Message } from './messages.ts'
import { resendAfterMs } from './signup-code.ts'

/**
 * Sends a message unless one with the same subject was sent within the last minute. One that could not be sent does not count, so that
 * it can be requested again at once.
 */
export async function dispatch(
  ctx: AccountContext,
  subject: string,
  address: Address,
  compose: () => Message | Promise<Message>,
): Promise<void> {
  const sentAt = ctx.clock.now()
  const claimed = await ctx.db
    .insert(dispatches)
    .values({ subject, sentAt })
    .onConflictDoUpdate({
      target: dispatches.subject,
      set: { sentAt },
      setWhere: lte(dispatches.sentAt, sentAt - resendAfterMs),
    })
    .returning()
  if (claimed.length === 0) return
  try {
    await deliver(ctx, address, await compose())
  } catch (error) {
    await ctx.db.delete(dispatches).where(and(eq(dispatches.subject, subject), eq(dispatches.sentAt, sentAt)))
    throw error
  }
}
