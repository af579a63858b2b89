import type { components } from '@omen/sdk/api'
import { pickFrom } from '../../ports/random.ts'
import { invitations } from '../../schema/index.ts'
import type { AccountContext, Caller } from '../context.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'

export type Invitation = components['schemas']['Invitation']

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const ATTEMPTS = 5

/** Any account may issue a code; a collision, though rare, is resolved by generating another. */
export async function createInvitation(
  ctx: AccountContext,
  caller: Caller,
  request: { uses: number; expiresAt?: number | undefined },
): Promise<Invitation> {
  const createdAt = ctx.clock.now()
  if (request.expiresAt !== undefined && request.expiresAt <= createdAt)
    throw invalidField('expiresAt', 'must lie in the future', { rule: 'future' })
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const invitation = {
      icode: pickFrom(ctx.random, ALPHABET, 6),
      createdAt,
      expiresAt: request.expiresAt ?? null,
      uses: request.uses,
      used: 0,
    }
    const row = { ...invitation, accountId: caller.accountId }
    const inserted = await ctx.db.insert(invitations).values(row).onConflictDoNothing().returning()
    if (inserted.length > 0) return invitation
  }
  throw new DomainError('OVERLOADED')
}
