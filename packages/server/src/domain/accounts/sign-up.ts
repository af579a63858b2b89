import type { AccountContext } from '../context.ts'
import type { Locale } from '../errors.ts'
import { redeemInvitation } from '../invitations/index.ts'
import { createSession } from '../sessions/index.ts'
import { type AccountRow, toUser } from './account-row.ts'
import { type Address, requireAddress } from './address.ts'
import type { LoginDevice, SignedIn } from './check-login.ts'
import { createAccount } from './create.ts'
import { rememberDevice } from './known-devices.ts'
import { hashPassword } from './password.ts'
import { forgetCode, giveTryBack, requireCode } from './signup-code.ts'
import { requireTimeZone } from './time-zone.ts'

export interface SignUpRequest {
  userName: string
  password: string
  emailOrMobile: string
  vcode: string
  icode?: string | undefined
  fullName?: string | undefined
  companyName?: string | undefined
  locale: Locale
  timeZone: string
  device: LoginDevice
}

/** Creates the account with a code that was sent to its address, and signs in. */
export async function signUp(ctx: AccountContext, request: SignUpRequest): Promise<SignedIn> {
  const address = requireAddress(request.emailOrMobile)
  const timeZone = requireTimeZone(request.timeZone)
  await requireCode(ctx, address, request.vcode)
  const passwordHash = await hashPassword(ctx.settings, request.password)
  const account = await createWithAddress(ctx, { ...request, timeZone }, address, passwordHash).catch(
    async (error: unknown) => {
      await giveTryBack(ctx, address)
      throw error
    },
  )
  return {
    user: toUser(account),
    session: await createSession(ctx, account.id, { remember: false, device: request.device }),
    deviceSecret: await rememberDevice(ctx, ctx.db, account.id, request.device.secret),
  }
}

function createWithAddress(
  ctx: AccountContext,
  request: SignUpRequest,
  address: Address,
  passwordHash: string,
): Promise<AccountRow> {
  return ctx.db.transaction(async (tx) => {
    const invitedBy = await redeemInvitation(ctx, tx, request.icode)
    const account = await createAccount(ctx, tx, { ...request, address, passwordHash, invitedBy })
    await forgetCode(tx, address)
    return account
  })
}
