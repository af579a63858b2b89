import { eq } from 'drizzle-orm'
import { accounts } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { AccountContext, Caller } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { type AccountRow, toUser, type User } from './account-row.ts'
import { limitOfSession } from './attempt-limits.ts'
import { countAttempt, forgetAttempts } from './login-attempts.ts'
import { passwordMatches } from './password.ts'
import { setPassword } from './temp-password.ts'
import { requireTimeZone } from './time-zone.ts'

export interface ProfileChanges {
  fullName?: string | null | undefined
  companyName?: string | null | undefined
  locale?: Locale | undefined
  timeZone?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
}

export async function getProfile(ctx: AccountContext, caller: Caller): Promise<User> {
  return toUser(await requireOwnRow(ctx, caller))
}

/** A new password needs the present one, and ends all other sessions and all tokens. */
export async function updateProfile(ctx: AccountContext, caller: Caller, changes: ProfileChanges): Promise<User> {
  const account = await requireOwnRow(ctx, caller)
  const { password, currentPassword, ...profile } = changes
  if (profile.timeZone !== undefined) profile.timeZone = requireTimeZone(profile.timeZone)
  if (password !== undefined) {
    await requireCurrentPassword(ctx, caller, account, currentPassword ?? '')
    await setPassword(ctx, account, password, caller.credentialId)
  }
  if (Object.keys(profile).length === 0) return toUser(account)
  const [updated] = await ctx.db.update(accounts).set(profile).where(eq(accounts.id, account.id)).returning()
  return toUser(updated!)
}

/** Counted like a login: a stolen session must not be a place to guess the password. */
async function requireCurrentPassword(
  ctx: AccountContext,
  caller: Caller,
  account: AccountRow,
  password: string,
): Promise<void> {
  const limit = limitOfSession(account.id, caller.credentialId)
  await countAttempt(ctx, limit)
  if (!(await passwordMatches(ctx.settings, account.passwordHash, password))) {
    const sentence = { en: 'The current password is wrong.', 'zh-CN': '当前密码错误。' }
    throw invalidField('currentPassword', 'is wrong', { rule: 'wrong', sentence })
  }
  await forgetAttempts(ctx.db, limit)
}

async function requireOwnRow(ctx: AccountContext, caller: Caller): Promise<AccountRow> {
  const [row] = await ctx.db.select().from(accounts).where(ownedBy(caller, accounts.id))
  if (!row) throw new DomainError('UNAUTHENTICATED')
  return row
}
