import { lte } from 'drizzle-orm'
import { dispatches } from '../../schema/index.ts'
import { inBackground } from '../background.ts'
import type { AccountContext } from '../context.ts'
import { findByAddress } from './account-row.ts'
import { requireEmail } from './address.ts'
import { deliver, userNameMessage } from './messages.ts'
import { resendAfterMs } from './signup-code.ts'

/** Mails the account's name; neither the answer nor its timing reveals whether the account exists. */
export function remindUserName(ctx: AccountContext, email: string): void {
  const address = requireEmail(email)
  inBackground(ctx, 'user name reminder', async () => {
    const account = await findByAddress(ctx.db, address)
    if (!account || account.closedAt !== null || !(await mayDispatch(ctx, `user name ${address.value}`))) return
    await deliver(ctx, address, userNameMessage[account.locale](account.userName))
  })
}

/** False if the same message was sent within the last minute. */
export async function mayDispatch(ctx: AccountContext, subject: string): Promise<boolean> {
  const sentAt = ctx.clock.now()
  const noted = await ctx.db
    .insert(dispatches)
    .values({ subject, sentAt })
    .onConflictDoUpdate({
      target: dispatches.subject,
      set: { sentAt },
      setWhere: lte(dispatches.sentAt, sentAt - resendAfterMs),
    })
    .returning()
  return noted.length > 0
}
