import { and, eq, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import {
  alerts,
  dispatches,
  idempotentAnswers,
  invitations,
  knownDevices,
  loginAttempts,
  reportMails,
  sessions,
  signupCodes,
  tempPasswords,
} from '../schema/index.ts'
import type { AccountContext } from './context.ts'

const DAY_MS = 86_400_000
/** Alerts are kept so long, with what came of their deliveries: a year can be compared with the one before. */
const ALERT_DAYS = 400
const REPORT_MAIL_DAYS = 90

/** Deletes expired rows. */
export async function removeExpired(ctx: Pick<AccountContext, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now))
  await ctx.db.delete(signupCodes).where(lt(signupCodes.expiresAt, now))
  await ctx.db.delete(tempPasswords).where(lt(tempPasswords.expiresAt, now))
  await ctx.db.delete(dispatches).where(lt(dispatches.sentAt, now - DAY_MS))
  await ctx.db.delete(idempotentAnswers).where(lt(idempotentAnswers.createdAt, now - DAY_MS))
  await ctx.db
    .delete(invitations)
    .where(and(isNotNull(invitations.expiresAt), lt(invitations.expiresAt, now - 30 * DAY_MS)))
  await ctx.db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, now - 180 * DAY_MS))
  await ctx.db.delete(alerts).where(and(eq(alerts.kind, 'trial'), lt(alerts.createdAt, now - 30 * DAY_MS)))
  await ctx.db.delete(alerts).where(lt(alerts.createdAt, now - ALERT_DAYS * DAY_MS))
  await ctx.db.delete(reportMails).where(lt(reportMails.settledAt, now - REPORT_MAIL_DAYS * DAY_MS))
  await removeOldAttempts(ctx, now)
}

/** Deletes requests left unfinished by a crashed server; only if no other server can be working on them. */
export async function forgetUnfinishedAnswers(ctx: Pick<AccountContext, 'db'>): Promise<void> {
  await ctx.db.delete(idempotentAnswers).where(isNull(idempotentAnswers.status))
}

/** A lock is kept for a day, since the next one within that day is longer. */
async function removeOldAttempts(ctx: Pick<AccountContext, 'db'>, now: number): Promise<void> {
  const before = now - DAY_MS
  const isTried = sql`exists (select 1 from jsonb_array_elements_text(${loginAttempts.attempts}) tried where tried::bigint >= ${before})`
  await ctx.db.delete(loginAttempts).where(and(lt(loginAttempts.lockedUntil, before), not(isTried)))
}
