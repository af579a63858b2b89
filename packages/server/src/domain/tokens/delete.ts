import { and, eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { tokens } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { changeCredentials } from '../credentials/index.ts'
import { notFound } from '../errors.ts'

/** Revokes a token of the caller's; a token itself can only revoke itself. */
export async function deleteToken(ctx: AccountContext, caller: Caller, id: string): Promise<void> {
  if (caller.via === 'token' && caller.credentialId !== id) throw notFound('token')
  await changeCredentials(ctx, async (tx, announce) => {
    const isMeant = and(ownedBy(caller, tokens.accountId), eq(tokens.id, id))
    const deleted = await tx.delete(tokens).where(isMeant).returning({ id: tokens.id })
    if (deleted.length === 0) throw notFound('token')
    announce(caller.accountId)
  })
}

/** Inside a change of credentials. */
export async function deleteTokens(tx: Database, accountId: string): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.accountId, accountId))
}
