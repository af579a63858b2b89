import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts } from '../../schema/index.ts'

/** Locks the account until the transaction ends, so that concurrent requests are counted one after the other. */
export async function lockAccount(tx: Database, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
}
