import { sql } from 'drizzle-orm'
import { ROLES_LOCK } from '../../ports/advisory-locks.ts'
import type { Database } from '../../ports/database.ts'
import { accounts } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { type AccountRow, findByAddress, findByUserName } from './account-row.ts'
import { type Address, readAddress } from './address.ts'

export interface NewAccount {
  userName: string
  address: Address | null
  passwordHash: string
  locale: Locale
  timeZone: string
  fullName?: string | undefined
  companyName?: string | undefined
  invitedBy?: string | null
}

/** Inside a transaction: serialises changes to the set of administrators. */
export async function lockRoles(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
}

/** Inside a transaction. The first account of all is an administrator. */
export async function createAccount(ctx: AccountContext, tx: Database, account: NewAccount): Promise<AccountRow> {
  await lockRoles(tx)
  requireUnmistakable(account)
  if (await findByUserName(tx, account.userName)) throw new DomainError('ACCOUNT_TAKEN')
  if (account.address && (await findByAddress(tx, account.address))) throw new DomainError('ADDRESS_TAKEN')
  const isFirst = (await tx.$count(accounts)) === 0
  const [created] = await tx
    .insert(accounts)
    .values({
      id: ctx.random.id(),
      userName: account.userName,
      email: account.address?.kind === 'email' ? account.address.value : null,
      mobile: account.address?.kind === 'mobile' ? account.address.value : null,
      fullName: account.fullName ?? null,
      companyName: account.companyName ?? null,
      role: isFirst ? 'admin' : 'member',
      locale: account.locale,
      timeZone: account.timeZone,
      passwordHash: account.passwordHash,
      invitedBy: account.invitedBy ?? null,
      createdAt: ctx.clock.now(),
    })
    .returning()
  return created!
}

/** Eleven digits may be a name; somebody else's mobile number may not, since people sign in with either. */
function requireUnmistakable(account: NewAccount): void {
  const asAddress = readAddress(account.userName)
  if (asAddress === null || asAddress.value === account.address?.value) return
  throw invalidField('userName', "must not be somebody else's mobile number", { rule: 'taken' })
}
