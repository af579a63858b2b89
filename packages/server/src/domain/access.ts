import { eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from './context.ts'

/** The rows that are the caller's own. */
export function ownedBy(caller: Caller, owner: PgColumn): SQL {
  return eq(owner, caller.accountId)
}
