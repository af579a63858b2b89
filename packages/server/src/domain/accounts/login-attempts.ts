import { eq } from 'drizzle-orm'
import { loginAttempts } from '../../adapters/database/schema/index.ts'
import type { Database } from '../../ports/database.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'

const windowMs = 15 * 60_000
const allowed = 10

/** Attempts on an account count together whatever was typed; on nobody's name they count by what was typed. */
export function subjectOf(accountId: string | undefined, typed: string): string {
  return accountId === undefined ? `typed ${typed.toLowerCase().slice(0, 254)}` : `account ${accountId}`
}

/**
 * Counts the attempt before its password is looked at, so that parallel guesses count too. The tenth in the window locks the
 * subject for as long as the window is; what is tried meanwhile does not make it longer.
 */
export async function countAttempt(ctx: AccountContext, subject: string): Promise<void> {
  const now = ctx.clock.now()
  const lockedUntil = await ctx.db.transaction(async (tx) => {
    const row = await lockRow(tx, subject)
    if (row.lockedUntil > now) return row.lockedUntil
    const attempts = [...row.attempts.filter((at) => at > now - windowMs), now]
    const until = attempts.length >= allowed ? now + windowMs : 0
    await tx
      .update(loginAttempts)
      .set({ attempts: until > 0 ? [] : attempts, lockedUntil: until })
      .where(eq(loginAttempts.subject, subject))
    return null
  })
  if (lockedUntil !== null) throw locked(lockedUntil - now)
}

export async function forgetAttempts(db: Database, subject: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.subject, subject))
}

async function lockRow(tx: Database, subject: string): Promise<typeof loginAttempts.$inferSelect> {
  await tx.insert(loginAttempts).values({ subject, attempts: [], lockedUntil: 0 }).onConflictDoNothing()
  const [row] = await tx.select().from(loginAttempts).where(eq(loginAttempts.subject, subject)).for('update')
  return row!
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
