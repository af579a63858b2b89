import { and, eq } from 'drizzle-orm'
import { invitations } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { notFound } from '../errors.ts'

/** Withdraws one of the caller's codes; an administrator may withdraw any code. */
export async function deleteInvitation(ctx: AccountContext, caller: Caller, icode: string): Promise<void> {
  const isMeant = eq(invitations.icode, icode.toUpperCase())
  const isAllowed = caller.role === 'admin' ? undefined : ownedBy(caller, invitations.accountId)
  const deleted = await ctx.db
    .delete(invitations)
    .where(and(isMeant, isAllowed))
    .returning({ icode: invitations.icode })
  if (deleted.length === 0) throw notFound('invitation')
}
