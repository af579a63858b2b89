import type { Pool, PoolClient } from 'pg'

/**
 * Advisory locks that show which holders of messages are alive. PostgreSQL releases them with the session, so however a
 * process died, another one learns of it.
 */
export interface HolderLocks {
  /** Takes the locks that this process does not have yet; again, after a lost connection, if called again. */
  hold(holders: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** SQL for the number of a holder's lock; two holders of the same number would only seem alive for longer. */
export const holderLock = (holder: string): string => `hashtextextended('omen queue ' || ${holder}, 0)`

/** All locks are taken on one connection of the pool, which they keep. */
export function createHolderLocks(pool: Pool): HolderLocks {
  let wanted: readonly string[] = []
  let session: { client: PoolClient; locked: Set<string> } | undefined
  let last: Promise<void> = Promise.resolve()

  async function open(): Promise<{ client: PoolClient; locked: Set<string> }> {
    const client = await pool.connect()
    const opened = { client, locked: new Set<string>() }
    client.once('error', () => {
      if (session !== opened) return
      session = undefined
      client.release(true)
    })
    return opened
  }

  async function lockWanted(): Promise<void> {
    session ??= await open()
    const { client, locked } = session
    for (const holder of wanted) {
      if (locked.has(holder)) continue
      await client.query(`select pg_advisory_lock_shared(${holderLock('$1::text')})`, [holder])
      locked.add(holder)
    }
  }

  /** One after the other: a lock must not be taken twice, nor two connections opened. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    last = last.then(work, work)
    return last
  }

  return {
    hold(holders) {
      wanted = holders
      return inOrder(lockWanted)
    },
    close: () =>
      inOrder(async () => {
        const closing = session
        session = undefined
        wanted = []
        closing?.client.release(true)
      }),
  }
}
