import { eq } from 'drizzle-orm'
import { accounts } from '../../adapters/database/schema/index.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { createSession, type Device, type NewSession } from '../sessions/index.ts'
import { findByLogin, toUser, type User } from './account-row.ts'
import { countAttempt, forgetAttempts, subjectOf } from './login-attempts.ts'
import { passwordMatches } from './password.ts'

export interface LoginRequest {
  /** Account name, e-mail address or mobile number. */
  userName: string
  password: string
  remember: boolean
  device: Device
}

export interface SignedIn {
  user: User
  session: NewSession
}

/** The same refusal, after the same time, for a wrong password and for an account that does not exist. */
export async function checkLogin(ctx: AccountContext, request: LoginRequest): Promise<SignedIn> {
  const account = await findByLogin(ctx.db, request.userName.trim())
  const subject = subjectOf(account?.id, request.userName.trim())
  await countAttempt(ctx, subject)
  const matches = await passwordMatches(ctx.settings, account?.passwordHash, request.password)
  if (!account || !matches) throw new DomainError('LOGIN_FAILED')
  await forgetAttempts(ctx.db, subject)
  await ctx.db.update(accounts).set({ lastLoginAt: ctx.clock.now() }).where(eq(accounts.id, account.id))
  const session = await createSession(ctx, account.id, request)
  return { user: toUser(account), session }
}
