import { and, eq, gt, isNull } from 'drizzle-orm'
import { accounts, sessions } from '../../schema/index.ts'
import { scopesWithin } from '../access.ts'
import { type AccountContext, ALL_SCOPES, type Caller } from '../context.ts'
import { digestOf } from '../digest.ts'
import { lifeOf } from './life.ts'

/** Last use is recorded at most this often, so that reads do not cause writes. */
const NOTED_EVERY_MS = 60_000

/** The caller of a session secret; null if the session has ended or the account is closed. `isUse` false does not prolong it. */
export async function findSession(ctx: AccountContext, secret: string, isUse = true): Promise<Caller | null> {
  const now = ctx.clock.now()
  const [found] = await ctx.db
    .select({ session: sessions, userName: accounts.userName, role: accounts.role })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.secretHash, digestOf(secret)), gt(sessions.expiresAt, now), isNull(accounts.closedAt)))
  if (!found) return null
  const { session, userName, role } = found
  if (isUse && now - session.lastUsedAt >= NOTED_EVERY_MS) await noteUse(ctx, session, now)
  const scopes = scopesWithin(role, ALL_SCOPES)
  return { accountId: session.accountId, userName, role, via: 'session', scopes, credentialId: session.id }
}

/** Whether the caller asked to stay signed in. */
export async function isRemembered(ctx: AccountContext, caller: Caller): Promise<boolean> {
  return (await ctx.db.$count(sessions, and(eq(sessions.id, caller.credentialId), eq(sessions.remember, true)))) > 0
}

async function noteUse(ctx: AccountContext, session: typeof sessions.$inferSelect, now: number): Promise<void> {
  const expiresAt = now + lifeOf(ctx.settings, session.remember)
  await ctx.db.update(sessions).set({ lastUsedAt: now, expiresAt }).where(eq(sessions.id, session.id))
}
