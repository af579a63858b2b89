import type { components } from '@omen/sdk/api'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts } from '../../schema/index.ts'
import { type Address, readAddress } from './address.ts'

export type AccountRow = typeof accounts.$inferSelect
export type User = components['schemas']['User']

/** The profile of an account, as its owner sees it. */
export function toUser(row: AccountRow): User {
  const { userName, email, mobile, fullName, companyName, role, locale, timeZone } = row
  return { userName, email, mobile, fullName, companyName, role, locale, timeZone }
}

/** By account name, e-mail or mobile number; closed accounts are not found. A name counts before a number. */
export async function findByLogin(db: Database, typed: string): Promise<AccountRow | undefined> {
  const address = readAddress(typed)
  const byName = eq(sql`lower(${accounts.userName})`, typed.toLowerCase())
  const matches = address ? or(byName, hasAddress(address)) : byName
  const found = await db
    .select()
    .from(accounts)
    .where(and(matches, isNull(accounts.closedAt)))
  return found.find((row) => row.userName.toLowerCase() === typed.toLowerCase()) ?? found[0]
}

/** Closed accounts too: their addresses stay taken. */
export async function findByAddress(db: Database, address: Address): Promise<AccountRow | undefined> {
  const [found] = await db.select().from(accounts).where(hasAddress(address))
  return found
}

export async function findByUserName(db: Database, userName: string): Promise<AccountRow | undefined> {
  const [found] = await db
    .select()
    .from(accounts)
    .where(eq(sql`lower(${accounts.userName})`, userName.toLowerCase()))
  return found
}

function hasAddress(address: Address) {
  return eq(address.kind === 'email' ? accounts.email : accounts.mobile, address.value)
}
