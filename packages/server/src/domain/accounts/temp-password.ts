import { and, eq, gt, sql } from 'drizzle-orm'
import { accounts, tempPasswords } from '../../schema/index.ts'
import { inBackground } from '../background.ts'
import type { AccountContext } from '../context.ts'
import { changeCredentials } from '../credentials/index.ts'
import { DomainError } from '../errors.ts'
import { deleteSessions } from '../sessions/index.ts'
import { deleteTokens } from '../tokens/index.ts'
import { type AccountRow, findByUserName } from './account-row.ts'
import { type RecoveryAddress, requireRecoveryAddress } from './address.ts'
import { dispatch } from './dispatch.ts'
import { forgetDevices } from './known-devices.ts'
import { forgetAllAttempts } from './login-attempts.ts'
import { tempPasswordMessage } from './messages.ts'
import { hashPassword, makePassword, passwordMatches } from './password.ts'

const LIFE_MS = 30 * 60_000
const TRIES = 5

/** Sends a temporary password if account and address belong together; the answer is the same if they do not. */
export function requestTempPassword(ctx: AccountContext, request: RecoveryAddress & { userName: string }): void {
  const address = requireRecoveryAddress(request)
  inBackground(ctx, 'temporary password', async () => {
    const account = await findByUserName(ctx.db, request.userName)
    if (!account || account.closedAt !== null || account[address.kind] !== address.value) return
    await dispatch(ctx, `temporary password ${account.id}`, address, async (send) => {
      const password = makePassword(ctx.random)
      const passwordHash = await hashPassword(ctx.settings, password)
      const earlier = await storeTempPassword(ctx, account.id, passwordHash)
      try {
        await send(tempPasswordMessage[account.locale](account.userName, password))
      } catch (error) {
        if (earlier !== undefined) await restoreTempPassword(ctx, earlier, passwordHash)
        throw error
      }
    })
  })
}

type TempPassword = typeof tempPasswords.$inferSelect

/** Returns the usable one that it replaces. */
async function storeTempPassword(
  ctx: AccountContext,
  accountId: string,
  passwordHash: string,
): Promise<TempPassword | undefined> {
  const row = { passwordHash, triesLeft: TRIES, expiresAt: ctx.clock.now() + LIFE_MS }
  return ctx.db.transaction(async (tx) => {
    const [earlier] = await tx.select().from(tempPasswords).where(isUsable(ctx, accountId)).for('update')
    await tx
      .insert(tempPasswords)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: tempPasswords.accountId, set: row })
    return earlier
  })
}

/** The earlier one stays valid if the one that replaced it could not be sent and was not used meanwhile. */
async function restoreTempPassword({ db }: AccountContext, earlier: TempPassword, replacedBy: string): Promise<void> {
  const { accountId, ...row } = earlier
  const isReplaced = and(eq(tempPasswords.accountId, accountId), eq(tempPasswords.passwordHash, replacedBy))
  await db.update(tempPasswords).set(row).where(isReplaced)
}

/** Sets a new password with the temporary one, which then is used up; ends every session, every token and any lock. */
export async function resetPassword(
  ctx: AccountContext,
  request: { userName: string; tempPassword: string; password: string },
): Promise<void> {
  const account = await findByUserName(ctx.db, request.userName)
  const stored = account && account.closedAt === null ? await takeTry(ctx, account.id) : undefined
  const matches = await passwordMatches(ctx.settings, stored, request.tempPassword)
  if (!account || !matches) throw new DomainError('TEMP_PASSWORD_WRONG')
  const used = await ctx.db.delete(tempPasswords).where(eq(tempPasswords.accountId, account.id)).returning()
  if (used.length === 0) throw new DomainError('TEMP_PASSWORD_WRONG')
  await setPassword(ctx, account, request.password)
}

async function takeTry(ctx: AccountContext, accountId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .update(tempPasswords)
    .set({ triesLeft: sql`${tempPasswords.triesLeft} - 1` })
    .where(isUsable(ctx, accountId))
    .returning()
  return row?.passwordHash
}

function isUsable({ clock }: AccountContext, accountId: string) {
  return and(
    eq(tempPasswords.accountId, accountId),
    gt(tempPasswords.triesLeft, 0),
    gt(tempPasswords.expiresAt, clock.now()),
  )
}

/** Ends every session but `keepSession` and revokes every token, since whoever knew the old password may have created one. */
export async function setPassword(
  ctx: AccountContext,
  account: AccountRow,
  password: string,
  keepSession?: string,
): Promise<void> {
  const passwordHash = await hashPassword(ctx.settings, password)
  await changeCredentials(ctx, async (tx, announce) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id))
    await deleteSessions(tx, account.id, keepSession)
    await deleteTokens(tx, account.id)
    await tx.delete(tempPasswords).where(eq(tempPasswords.accountId, account.id))
    announce(account.id)
    await forgetAllAttempts(tx, account.id)
    await forgetDevices(tx, account.id)
  })
}
