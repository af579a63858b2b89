import type { components } from '@omen/sdk/api'
import { tokens } from '../../adapters/database/schema/index.ts'
import type { AccountContext, Caller, Scope } from '../context.ts'
import { digestOf } from '../digest.ts'
import { invalidField } from '../invalid-field.ts'

export type Token = components['schemas']['Token']

/** Lets a person, and a scanner of leaked secrets, recognise one. */
const prefix = 'omen_'

export interface TokenRequest {
  name: string
  scopes: Scope[]
  expiresAt?: number | undefined
}

/** The secret is shown here and never again: only its hash is stored. */
export async function createToken(
  ctx: AccountContext,
  caller: Caller,
  request: TokenRequest,
): Promise<{ token: Token; secret: string }> {
  const createdAt = ctx.clock.now()
  if (request.expiresAt !== undefined && request.expiresAt <= createdAt)
    throw invalidField('expiresAt', 'must lie in the future')
  const secret = `${prefix}${ctx.random.secret()}`
  const token = {
    id: ctx.random.id(),
    name: request.name,
    scopes: request.scopes,
    createdAt,
    expiresAt: request.expiresAt ?? null,
    lastUsedAt: null,
  }
  await ctx.db.insert(tokens).values({ ...token, accountId: caller.accountId, secretHash: digestOf(secret) })
  return { token, secret }
}
