import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { sessions } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { changeCredentials } from '../credentials/index.ts'
import { digestOf } from '../digest.ts'
import { notFound } from '../errors.ts'

/** Ends one of the caller's sessions. */
export function endSession(ctx: AccountContext, caller: Caller, id: string): Promise<number> {
  return changeCredentials(ctx, async (tx, announce) => {
    const isMeant = and(ownedBy(caller, sessions.accountId), eq(sessions.id, id))
    const ended = await tx.delete(sessions).where(isMeant).returning({ id: sessions.id })
    if (ended.length === 0) throw notFound('session')
    announce(caller.accountId)
    return ended.length
  })
}

/** Ends the session of a secret of any account; does nothing if there is none. */
export function endSessionOf(ctx: AccountContext, secret: string): Promise<void> {
  return changeCredentials(ctx, async (tx, announce) => {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.secretHash, digestOf(secret)))
      .returning({ accountId: sessions.accountId })
    for (const { accountId } of ended) announce(accountId)
  })
}

/** Ends the caller's other sessions and returns their number. */
export function endOtherSessions(ctx: AccountContext, caller: Caller): Promise<number> {
  return changeCredentials(ctx, async (tx, announce) => {
    announce(caller.accountId)
    return deleteSessions(tx, caller.accountId, caller.credentialId)
  })
}

/** Inside a change of credentials. */
export async function deleteSessions(tx: Database, accountId: string, keep?: string): Promise<number> {
  const isMeant = and(eq(sessions.accountId, accountId), keep === undefined ? undefined : ne(sessions.id, keep))
  const ended = await tx.delete(sessions).where(isMeant).returning({ id: sessions.id })
  return ended.length
}
