import { and, eq } from 'drizzle-orm'
import { tokens } from '../../adapters/database/schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { notFound } from '../errors.ts'

/** Revokes a token of the caller's; a token itself can only revoke itself. */
export async function deleteToken(ctx: AccountContext, caller: Caller, id: string): Promise<void> {
  if (caller.via === 'token' && caller.credentialId !== id) throw notFound('token')
  const isMeant = and(ownedBy(caller, tokens.accountId), eq(tokens.id, id))
  const deleted = await ctx.db.delete(tokens).where(isMeant).returning({ id: tokens.id })
  if (deleted.length === 0) throw notFound('token')
}
