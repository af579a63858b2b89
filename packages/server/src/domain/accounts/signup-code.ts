import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { pickFrom } from '../../ports/random.ts'
import { signupCodes } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { digestOf } from '../digest.ts'
import { DomainError, type Locale } from '../errors.ts'
import { requireUsableInvitation } from '../invitations/index.ts'
import { findByAddress } from './account-row.ts'
import { type Address, requireAddress } from './address.ts'
import { type Claim, claimOfDay, MAX_MESSAGES_PER_DAY, releaseClaim, waitOfDay } from './claims.ts'
import { addressTakenMessage, deliver, isCertainlyUnsent, signupCodeMessage } from './messages.ts'

export const CODE_LIFE_MS: number = 10 * 60_000
export const RESEND_AFTER_MS: number = 60_000
const TRIES = 5

/** Sends a code. The owner of a taken address gets a notice instead; the caller gets the same answer in both cases. */
export async function requestSignupCode(
  ctx: AccountContext,
  request: { emailOrMobile: string; icode?: string | undefined; locale: Locale },
): Promise<void> {
  const address = requireAddress(request.emailOrMobile)
  await requireUsableInvitation(ctx, request.icode)
  const owner = await findByAddress(ctx.db, address)
  const code = pickFrom(ctx.random, '0123456789', 6)
  // Nobody is sent the code of a taken address, so it must not be one that can be guessed.
  const claim = await requireClaimOfDay(ctx, address)
  await storeCode(ctx, address, owner ? ctx.random.secret() : code).catch(async (error: unknown) => {
    await releaseClaim(ctx, claim)
    throw error
  })
  const message = owner ? addressTakenMessage[owner.locale](owner.userName) : signupCodeMessage[request.locale](code)
  await deliver(ctx, address, message).catch(async (error: unknown) => {
    if (isCertainlyUnsent(error)) {
      await forgetCode(ctx.db, address)
      await releaseClaim(ctx, claim)
    }
    throw error
  })
}

async function requireClaimOfDay(ctx: AccountContext, address: Address): Promise<Claim> {
  const claim = await claimOfDay(ctx, address)
  if (claim !== undefined) return claim
  throw new DomainError('RESEND_TOO_SOON', {
    message: {
      en: `This address has received ${MAX_MESSAGES_PER_DAY} messages within 24 hours, which is the maximum. Try again later.`,
      'zh-CN': `该地址在 24 小时内已收到 ${MAX_MESSAGES_PER_DAY} 条消息，已达上限，请稍后再试。`,
    },
    retryAfterMs: await waitOfDay(ctx, address),
  })
}

async function storeCode(ctx: AccountContext, address: Address, code: string): Promise<void> {
  const now = ctx.clock.now()
  const row = { codeHash: digestOf(address.value, code), triesLeft: TRIES, sentAt: now, expiresAt: now + CODE_LIFE_MS }
  const stored = await ctx.db
    .insert(signupCodes)
    .values({ address: address.value, ...row })
    .onConflictDoUpdate({
      target: signupCodes.address,
      set: row,
      setWhere: lte(signupCodes.sentAt, now - RESEND_AFTER_MS),
    })
    .returning()
  if (stored.length > 0) return
  const [earlier] = await ctx.db.select().from(signupCodes).where(eq(signupCodes.address, address.value))
  throw new DomainError('RESEND_TOO_SOON', {
    retryAfterMs: Math.max(1, (earlier?.sentAt ?? now) + RESEND_AFTER_MS - now),
  })
}

/** Uses one attempt, and throws CODE_WRONG unless it is the code that was sent. */
export async function requireCode(ctx: AccountContext, address: Address, code: string): Promise<void> {
  const usable = and(
    eq(signupCodes.address, address.value),
    gt(signupCodes.triesLeft, 0),
    gt(signupCodes.expiresAt, ctx.clock.now()),
  )
  const [row] = await ctx.db
    .update(signupCodes)
    .set({ triesLeft: sql`${signupCodes.triesLeft} - 1` })
    .where(usable)
    .returning()
  if (row?.codeHash !== digestOf(address.value, code))
    throw new DomainError('CODE_WRONG', {
      details: [{ field: 'vcode', message: 'is wrong or too old', rule: 'wrong' }],
    })
}

/** A correct code with another error in the form does not count as a failed attempt. */
export async function giveTryBack(ctx: AccountContext, address: Address): Promise<void> {
  await ctx.db
    .update(signupCodes)
    .set({ triesLeft: sql`${signupCodes.triesLeft} + 1` })
    .where(eq(signupCodes.address, address.value))
}

export async function forgetCode(db: AccountContext['db'], address: Address): Promise<void> {
  await db.delete(signupCodes).where(eq(signupCodes.address, address.value))
}
