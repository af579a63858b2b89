import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { loginAttempts } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { AttemptLimit } from './attempt-limits.ts'

type Row = typeof loginAttempts.$inferSelect

/** In ms. The first lock is as long as the window; each further one twice as long, until a day has passed without. */
const WINDOW_MS = 15 * 60_000
const LONGEST_LOCK_MS = 24 * 3_600_000

/** Throws LOCKED while the account is locked for this client. */
export async function requireUnlocked(ctx: AccountContext, limit: AttemptLimit): Promise<void> {
  const now = ctx.clock.now()
  const lockedUntil = await ctx.db.transaction(async (tx) => (await lockRow(tx, limit, now)).lockedUntil)
  if (lockedUntil > now) throw locked(lockedUntil - now)
}

/**
 * Counts an attempt; the last one allowed in the window locks. It is called before the password is checked, so that parallel
 * guesses count too. Attempts during a lock do not extend it.
 */
export async function countAttempt(ctx: AccountContext, limit: AttemptLimit): Promise<void> {
  const now = ctx.clock.now()
  const lockedUntil = await ctx.db.transaction(async (tx) => {
    const row = await lockRow(tx, limit, now)
    if (row.lockedUntil > now) return row.lockedUntil
    const attempts = [...row.attempts, now]
    const change =
      attempts.length < limit.allowed
        ? { attempts }
        : { attempts: [], lockedUntil: now + lockMs(row.locks + 1), locks: row.locks + 1 }
    await tx.update(loginAttempts).set(change).where(eq(loginAttempts.subject, limit.subject))
    return null
  })
  if (lockedUntil !== null) throw locked(lockedUntil - now)
}

export async function forgetAttempts(db: Database, limit: AttemptLimit): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.subject, limit.subject))
}

/** Lifts every lock of the account, whichever client it applies to. */
export async function forgetAllAttempts(db: Database, accountId: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.accountId, accountId))
}

async function lockRow(tx: Database, { subject, accountId }: AttemptLimit, now: number): Promise<Row> {
  const fresh = { subject, accountId, attempts: [], lockedUntil: 0, locks: 0 }
  await tx.insert(loginAttempts).values(fresh).onConflictDoNothing()
  const [row] = await tx.select().from(loginAttempts).where(eq(loginAttempts.subject, subject)).for('update')
  const settled = settle(row!, now)
  if (settled.lockedUntil !== row!.lockedUntil)
    await tx.update(loginAttempts).set({ lockedUntil: settled.lockedUntil }).where(eq(loginAttempts.subject, subject))
  return settled
}

/** Times in the future, written while a clock was ahead, count as now, so that no lock outlasts its own length. */
function settle(row: Row, now: number): Row {
  const attempts = row.attempts.map((at) => Math.min(at, now)).filter((at) => at > now - WINDOW_MS)
  const lockedUntil = Math.min(row.lockedUntil, now + lockMs(row.locks))
  return { ...row, attempts, lockedUntil, locks: lockedUntil < now - LONGEST_LOCK_MS ? 0 : row.locks }
}

function lockMs(locks: number): number {
  return Math.min(WINDOW_MS * 2 ** Math.max(0, locks - 1), LONGEST_LOCK_MS)
}

function locked(leftMs: number): DomainError {
  const minutes = Math.ceil(leftMs / 60_000)
  return new DomainError('LOCKED', {
    message: {
      en: `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      'zh-CN': `失败次数过多，请在 ${minutes} 分钟后重试。`,
    },
    retryAfterMs: leftMs,
  })
}
