import { desc } from 'drizzle-orm'
import { tokens } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import type { Token } from './create.ts'

/** The caller's tokens without their secrets, newest first. */
export async function listTokens(ctx: AccountContext, caller: Caller): Promise<Token[]> {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = tokens
  return ctx.db
    .select({ id, name, scopes, createdAt, expiresAt, lastUsedAt })
    .from(tokens)
    .where(ownedBy(caller, tokens.accountId))
    .orderBy(desc(createdAt), id)
}
