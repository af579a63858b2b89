import { desc } from 'drizzle-orm'
import { invitations } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import type { Invitation } from './create.ts'

/** The caller's codes, newest first. */
export async function listInvitations(ctx: AccountContext, caller: Caller): Promise<Invitation[]> {
  const { icode, createdAt, expiresAt, uses, used } = invitations
  return ctx.db
    .select({ icode, createdAt, expiresAt, uses, used })
    .from(invitations)
    .where(ownedBy(caller, invitations.accountId))
    .orderBy(desc(createdAt), icode)
}
