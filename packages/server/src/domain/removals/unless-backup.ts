import { sql } from 'drizzle-orm'
import { REMOVAL_LOCK } from '../../ports/advisory-locks.ts'
import type { Database } from '../../ports/database.ts'
import type { Context } from '../context.ts'

/**
 * Removes something from a store, unless a running backup may still have to read it; then the next sweep
 * does so. Queries of `remove` go through `tx`.
 */
export async function unlessBackup(ctx: Pick<Context, 'db'>, remove: (tx: Database) => Promise<void>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const lock = sql<boolean>`pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK})`
    const [free] = await tx.select({ isFree: lock }).from(sql`(values (1)) as one`)
    if (free?.isFree) await remove(tx)
  })
}
