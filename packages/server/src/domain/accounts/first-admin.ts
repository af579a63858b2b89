import { and, asc, eq, isNull } from 'drizzle-orm'
import { accounts } from '../../adapters/database/schema/index.ts'
import type { AccountContext } from '../context.ts'
import { notFound } from '../errors.ts'
import { findByUserName } from './account-row.ts'
import { createAccount } from './create.ts'
import { hashPassword, makePassword } from './password.ts'
import { setPassword } from './temp-password.ts'

export interface FirstAdmin {
  userName: string
  /** Only when it was made up just now: it is stored nowhere in clear. */
  password: string | null
  isNew: boolean
}

/** Makes the first account where there is none; otherwise names the oldest administrator. */
export async function ensureFirstAdmin(ctx: AccountContext): Promise<FirstAdmin | null> {
  if ((await ctx.db.$count(accounts)) > 0) return oldestAdmin(ctx)
  const { adminUser, adminPassword } = ctx.settings
  const password = adminPassword ?? makePassword(ctx.random)
  const passwordHash = await hashPassword(ctx.settings, password)
  const account = { userName: adminUser, address: null, passwordHash, locale: 'en', timeZone: 'UTC' } as const
  await ctx.db.transaction((tx) => createAccount(ctx, tx, account))
  return { userName: adminUser, password: adminPassword === null ? password : null, isNew: true }
}

async function oldestAdmin(ctx: AccountContext): Promise<FirstAdmin | null> {
  const [admin] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.role, 'admin'), isNull(accounts.closedAt)))
    .orderBy(asc(accounts.createdAt))
    .limit(1)
  return admin ? { userName: admin.userName, password: null, isNew: false } : null
}

/** At the server's console: a new password for an account whose owner has no other way in. */
export async function resetAtConsole(ctx: AccountContext, userName: string): Promise<string> {
  const account = await findByUserName(ctx.db, userName)
  if (!account) throw notFound('account')
  const password = makePassword(ctx.random)
  await setPassword(ctx, account, password)
  return password
}
