import { sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import type { Database } from '../../ports/database.ts'
import type { Context } from '../context.ts'

/** Each holds a connection of the pool for as long as a bucket takes to copy a file. */
const locked = new PQueue({ concurrency: 4 })

/**
 * Works on an upload while no other server does. Queries of `work` go through `tx`: what it records is lost if the connection,
 * and the lock with it, breaks.
 */
export function withUploadLock<T>(
  ctx: Pick<Context, 'db'>,
  handle: string,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  return locked.add(() =>
    ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`omen upload ${handle}`}, 0))`)
      return work(tx)
    }),
  )
}
