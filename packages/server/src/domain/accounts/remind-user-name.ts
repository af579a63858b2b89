import { inBackground } from '../background.ts'
import type { AccountContext } from '../context.ts'
import { findByAddress } from './account-row.ts'
import { type RecoveryAddress, requireRecoveryAddress } from './address.ts'
import { dispatch } from './dispatch.ts'
import { userNameMessage } from './messages.ts'

/** Sends the account's name; neither the answer nor its timing reveals whether the account exists. */
export function remindUserName(ctx: AccountContext, request: RecoveryAddress): void {
  const address = requireRecoveryAddress(request)
  inBackground(ctx, 'user name reminder', async () => {
    const account = await findByAddress(ctx.db, address)
    if (!account || account.closedAt !== null) return
    const message = userNameMessage[account.locale](account.userName)
    await dispatch(ctx, `user name ${address.value}`, address, (send) => send(message))
  })
}
