import type { components } from '@omen/sdk/api'
import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts, sessions, tokens } from '../../schema/index.ts'
import type { AccountContext, Caller, Scope } from '../context.ts'
import { digestOf } from '../digest.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'

export type Token = components['schemas']['Token']

/** By which people and secret scanners recognise a token. */
export const TOKEN_PREFIX = 'omen_'

export interface TokenRequest {
  name: string
  scopes: Scope[]
  expiresAt?: number | undefined
}

/** The secret is returned once; only its hash is stored. */
export async function createToken(
  ctx: AccountContext,
  caller: Caller,
  request: TokenRequest,
): Promise<{ token: Token; secret: string }> {
  const createdAt = ctx.clock.now()
  if (request.expiresAt !== undefined && request.expiresAt <= createdAt)
    throw invalidField('expiresAt', 'must lie in the future', { rule: 'future' })
  if (request.scopes.includes('admin') && caller.role !== 'admin')
    throw new DomainError('FORBIDDEN', { details: [{ field: 'scopes', message: 'admin is for administrators only' }] })
  const secret = `${TOKEN_PREFIX}${ctx.random.secret()}`
  const token = {
    id: ctx.random.id(),
    name: request.name,
    scopes: request.scopes,
    createdAt,
    expiresAt: request.expiresAt ?? null,
    lastUsedAt: null,
  }
  await ctx.db.transaction(async (tx) => {
    await requireLiveSession(tx, caller)
    await tx.insert(tokens).values({ ...token, accountId: caller.accountId, secretHash: digestOf(secret) })
  })
  return { token, secret }
}

/** Blocks a concurrent password reset, which would not see a token created meanwhile. */
async function requireLiveSession(tx: Database, caller: Caller): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, caller.accountId)).for('share')
  const live = await tx.$count(sessions, eq(sessions.id, caller.credentialId))
  if (live === 0) throw new DomainError('UNAUTHENTICATED')
}
