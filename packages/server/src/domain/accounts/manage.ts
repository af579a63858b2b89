import type { components } from '@omen/sdk/api'
import { and, count, desc, eq, gt, ilike, isNull, or } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts, loginAttempts } from '../../schema/index.ts'
import type { AccountContext, Role } from '../context.ts'
import { changeCredentials } from '../credentials/index.ts'
import { DomainError, notFound } from '../errors.ts'
import { deleteSessions } from '../sessions/index.ts'
import { deleteTokens } from '../tokens/index.ts'
import { type AccountRow, findByUserName } from './account-row.ts'
import { lockRoles } from './create.ts'
import { forgetAllAttempts } from './login-attempts.ts'

export type ManagedAccount = components['schemas']['ManagedAccount']

export interface AccountChanges {
  role?: Role | undefined
  state?: 'active' | 'closed' | undefined
}

/** For administrators: newest first. */
export async function listAccounts(
  ctx: AccountContext,
  { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined },
): Promise<{ accounts: ManagedAccount[]; total: number }> {
  const pattern = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const matches = q
    ? or(ilike(accounts.userName, pattern), ilike(accounts.email, pattern), ilike(accounts.mobile, pattern))
    : undefined
  const [counted] = await ctx.db.select({ total: count() }).from(accounts).where(matches)
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(matches)
    .orderBy(desc(accounts.createdAt), accounts.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { accounts: await Promise.all(rows.map((row) => toManaged(ctx, row))), total: counted!.total }
}

/** For administrators. A closed account is signed out everywhere; one administrator always stays. */
export async function manageAccount(
  ctx: AccountContext,
  userName: string,
  changes: AccountChanges,
): Promise<ManagedAccount> {
  const changed = await changeCredentials(ctx, async (tx, announce) => {
    await lockRoles(tx)
    const account = await findByUserName(tx, userName)
    if (!account) throw notFound('account')
    const role = changes.role ?? account.role
    const closedAt = closedAtAfter(account, changes.state, ctx.clock.now())
    if (role !== 'admin' || closedAt !== null) await requireAnotherAdmin(tx, account)
    if (changes.state === 'active') await forgetAllAttempts(tx, account.id)
    const [row] = await tx.update(accounts).set({ role, closedAt }).where(eq(accounts.id, account.id)).returning()
    if (closedAt !== null) await signOutEverywhere(tx, account.id)
    announce(account.id)
    return row!
  })
  return toManaged(ctx, changed)
}

function closedAtAfter(account: AccountRow, state: AccountChanges['state'], now: number): number | null {
  if (state === undefined) return account.closedAt
  return state === 'closed' ? (account.closedAt ?? now) : null
}

async function requireAnotherAdmin(tx: Database, account: AccountRow): Promise<void> {
  if (account.role !== 'admin' || account.closedAt !== null) return
  const admins = await tx.$count(accounts, and(eq(accounts.role, 'admin'), isNull(accounts.closedAt)))
  if (admins > 1) return
  throw new DomainError('CONFLICT', {
    message: {
      en: 'This is the only administrator: make another one first.',
      'zh-CN': '这是唯一的管理员，请先指定另一位管理员。',
    },
  })
}

async function signOutEverywhere(tx: Database, accountId: string): Promise<void> {
  await deleteSessions(tx, accountId)
  await deleteTokens(tx, accountId)
}

async function toManaged(ctx: AccountContext, row: AccountRow): Promise<ManagedAccount> {
  const { userName, email, mobile, role, createdAt, lastLoginAt } = row
  return {
    userName,
    email,
    mobile,
    role,
    createdAt,
    lastLoginAt,
    state: row.closedAt === null ? await openState(ctx, row.id) : 'closed',
  }
}

/** Locked for at least one client; other addresses and known devices may still sign in. */
async function openState(ctx: AccountContext, accountId: string): Promise<'active' | 'locked'> {
  const isLocked = and(eq(loginAttempts.accountId, accountId), gt(loginAttempts.lockedUntil, ctx.clock.now()))
  return (await ctx.db.$count(loginAttempts, isLocked)) > 0 ? 'locked' : 'active'
}
