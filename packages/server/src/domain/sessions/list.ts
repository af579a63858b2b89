import type { components } from '@omen/sdk/api'
import { and, desc, gt } from 'drizzle-orm'
import { sessions } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'

/** The caller's live sessions, newest first. */
export async function listSessions(ctx: AccountContext, caller: Caller): Promise<components['schemas']['Session'][]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(ownedBy(caller, sessions.accountId), gt(sessions.expiresAt, ctx.clock.now())))
    .orderBy(desc(sessions.createdAt))
  return rows.map(({ id, createdAt, lastUsedAt, expiresAt, userAgent, address }) => {
    return { id, createdAt, lastUsedAt, expiresAt, userAgent, address, current: id === caller.credentialId }
  })
}
