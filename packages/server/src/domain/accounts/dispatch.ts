import type { AccountContext } from '../context.ts'
import type { Address } from './address.ts'
import { claimOfDay, claimSubject, releaseClaim } from './claims.ts'
import { deliver, isCertainlyUnsent, type Message } from './messages.ts'
import { RESEND_AFTER_MS } from './signup-code.ts'

/**
 * Sends a message unless one with the same subject was sent within the last minute, or the address has received as many as it may within
 * a day. Only one that was certainly not sent does not count, so that it can be requested again at once.
 */
export async function dispatch(
  ctx: AccountContext,
  subject: string,
  address: Address,
  compose: (send: (message: Message) => Promise<void>) => Promise<void>,
): Promise<void> {
  const claim = await claimSubject(ctx, subject, RESEND_AFTER_MS)
  if (claim === undefined) return
  const ofDay = await claimOfDay(ctx, address)
  if (ofDay === undefined) return
  try {
    await compose((message) => deliver(ctx, address, message))
  } catch (error) {
    if (isCertainlyUnsent(error)) for (const one of [claim, ofDay]) await releaseClaim(ctx, one)
    throw error
  }
}
