import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { MIGRATION_LOCK } from '../../ports/advisory-locks.ts'
import type { Database, DatabaseHandle } from '../../ports/database.ts'
import { createPostgresNotifications } from '../notifications/postgres-notifications.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { recordVersion, requireKnownMigrations } from './require-known-migrations.ts'

/** Each takes about 5 MB of PostgreSQL's memory. */
export const MAX_CONNECTIONS = 12

export async function openPostgres(url: string): Promise<DatabaseHandle> {
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one in use: its query rejects as well, and that is where the error is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrateAlone(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = openPooled(pool)
  return {
    db,
    url,
    executeSql: async (text, values) => {
      const result: unknown = await pool.query(text, values)
      return { rows: rowsOf(result) }
    },
    createNotifications: (log) => createPostgresNotifications({ connection: { connectionString: url }, db, log }),
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  }
}

/**
 * Drizzle 0.45 never gives a connection back on which BEGIN failed, so an outage would use up the pool: each transaction
 * takes and returns its connection here.
 */
function openPooled(pool: Pool): Database {
  const db: Database = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return db
}

/** Writes nothing to a database that a later Omen has migrated. */
async function migrateAlone(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { isCurrent } = await requireKnownMigrations(client)
    await migrate(drizzle(client), { migrationsFolder })
    if (!isCurrent) await recordVersion(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
}

/** Several statements in one text return a list of results. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  const results = Array.isArray(result) ? result : [result]
  return results.flatMap((one: { rows?: Record<string, unknown>[] }) => one.rows ?? [])
}
