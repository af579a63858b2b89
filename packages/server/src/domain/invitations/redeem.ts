import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { invitations } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'

/** Checks a code without using it. A code that was given is checked even if none is required. */
export async function requireUsableInvitation(ctx: AccountContext, icode: string | undefined): Promise<void> {
  if (!isNeeded(ctx, icode)) return
  const found = await ctx.db.$count(invitations, isUsable(ctx, icode))
  if (found === 0) throw new DomainError('INVITATION_INVALID')
}

/** Inside a transaction: uses the code once and returns its issuer; null if none was required. */
export async function redeemInvitation(
  ctx: AccountContext,
  tx: Database,
  icode: string | undefined,
): Promise<string | null> {
  if (!isNeeded(ctx, icode)) return null
  const [used] = await tx
    .update(invitations)
    .set({ used: sql`${invitations.used} + 1` })
    .where(isUsable(ctx, icode))
    .returning()
  if (!used) throw new DomainError('INVITATION_INVALID')
  return used.accountId
}

function isNeeded(ctx: AccountContext, icode: string | undefined): icode is string {
  if (icode !== undefined) return true
  if (ctx.settings.requireInvitation) throw new DomainError('INVITATION_REQUIRED')
  return false
}

function isUsable(ctx: AccountContext, icode: string): SQL | undefined {
  const isLive = or(isNull(invitations.expiresAt), gt(invitations.expiresAt, ctx.clock.now()))
  return and(eq(invitations.icode, icode.toUpperCase()), lt(invitations.used, invitations.uses), isLive)
}
