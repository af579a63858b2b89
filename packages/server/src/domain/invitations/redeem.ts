import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { invitations } from '../../adapters/database/schema/index.ts'
import type { Database } from '../../ports/database.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'

/** Looks without using it up. A code that was given is checked even where none is needed. */
export async function requireUsableInvitation(ctx: AccountContext, icode: string | undefined): Promise<void> {
  if (!isNeeded(ctx, icode)) return
  const found = await ctx.db.$count(invitations, isUsable(ctx, icode))
  if (found === 0) throw new DomainError('INVITATION_INVALID')
}

/** Inside a transaction: uses the code once, and says whose it is; null where none was needed. */
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
