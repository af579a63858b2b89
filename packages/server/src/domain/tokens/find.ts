import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { accounts, tokens } from '../../schema/index.ts'
import { scopesWithin } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { digestOf } from '../digest.ts'

const NOTED_EVERY_MS = 60_000

/** The caller of an access token; null if it is unknown, expired, or its account is closed. */
export async function findTokenCaller(ctx: AccountContext, secret: string): Promise<Caller | null> {
  const now = ctx.clock.now()
  const isLive = and(or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)), isNull(accounts.closedAt))
  const [found] = await ctx.db
    .select({ token: tokens, userName: accounts.userName, role: accounts.role })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(eq(tokens.secretHash, digestOf(secret)), isLive))
  if (!found) return null
  const { token, userName, role } = found
  if (now - (token.lastUsedAt ?? 0) >= NOTED_EVERY_MS) {
    await ctx.db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, token.id))
  }
  const scopes = scopesWithin(role, token.scopes)
  return { accountId: token.accountId, userName, role, via: 'token', scopes, credentialId: token.id }
}
