import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { createSession, type Device, type NewSession } from '../sessions/index.ts'
import { type AccountRow, findByLogin, toUser, type User } from './account-row.ts'
import { type AttemptLimit, limitAnywhere, limitHere } from './attempt-limits.ts'
import { findKnownDevice, rememberDevice } from './known-devices.ts'
import { countAttempt, forgetAttempts, requireUnlocked } from './login-attempts.ts'
import { passwordMatches } from './password.ts'

/** With the secret of the device cookie, if there is one. */
export interface LoginDevice extends Device {
  secret: string | null
}

export interface LoginRequest {
  /** Account name, e-mail address or mobile number. */
  userName: string
  password: string
  remember: boolean
  device: LoginDevice
}

export interface SignedIn {
  user: User
  session: NewSession
  /** Secret for the cookie that makes this a known device of the account. */
  deviceSecret: string
}

/** The same error, after the same time, for a wrong password and for an account that does not exist. */
export async function checkLogin(ctx: AccountContext, request: LoginRequest): Promise<SignedIn> {
  const typed = request.userName.trim()
  const account = await findByLogin(ctx.db, typed)
  const knownDevice = await findKnownDevice(ctx.db, account?.id, request.device.secret)
  const origin = { accountId: account?.id, typed, address: request.device.address, knownDevice }
  const [here, anywhere] = [limitHere(origin), limitAnywhere(origin)]
  if (anywhere) await requireUnlocked(ctx, anywhere)
  await countAttempt(ctx, here)
  const matches = await passwordMatches(ctx.settings, account?.passwordHash, request.password)
  if (!account || !matches) {
    if (anywhere) await countAttempt(ctx, anywhere)
    throw new DomainError('LOGIN_FAILED')
  }
  return openSession(ctx, account, { ...request, here })
}

/** No session is opened if the password was changed or the account closed after the check. */
function openSession(
  ctx: AccountContext,
  account: AccountRow,
  { here, ...request }: LoginRequest & { here: AttemptLimit },
): Promise<SignedIn> {
  return ctx.db.transaction(async (tx) => {
    const isUnchanged = and(
      eq(accounts.id, account.id),
      eq(accounts.passwordHash, account.passwordHash),
      isNull(accounts.closedAt),
    )
    const updated = await tx.update(accounts).set({ lastLoginAt: ctx.clock.now() }).where(isUnchanged).returning()
    if (updated.length === 0) throw new DomainError('LOGIN_FAILED')
    await forgetAttempts(tx, here)
    const session = await createSession({ ...ctx, db: tx }, account.id, request)
    const deviceSecret = await rememberDevice(ctx, tx, account.id, request.device.secret)
    return { user: toUser(account), session, deviceSecret }
  })
}
