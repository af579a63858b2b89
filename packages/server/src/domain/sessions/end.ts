import { and, eq, ne } from 'drizzle-orm'
import { sessions } from '../../adapters/database/schema/index.ts'
import type { Database } from '../../ports/database.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { notFound } from '../errors.ts'

/** Ends one of the caller's sessions. */
export async function endSession(ctx: AccountContext, caller: Caller, id: string): Promise<number> {
  const isMeant = and(ownedBy(caller, sessions.accountId), eq(sessions.id, id))
  const ended = await ctx.db.delete(sessions).where(isMeant).returning({ id: sessions.id })
  if (ended.length === 0) throw notFound('session')
  return ended.length
}

/** Says how many there were. */
export async function endAllSessions(db: Database, accountId: string, keep?: string): Promise<number> {
  const isMeant = and(eq(sessions.accountId, accountId), keep === undefined ? undefined : ne(sessions.id, keep))
  const ended = await db.delete(sessions).where(isMeant).returning({ id: sessions.id })
  return ended.length
}
