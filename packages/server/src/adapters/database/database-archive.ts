import { Client } from 'pg'
import type { DatabaseArchive } from '../../ports/database-archive.ts'
import { openDatabaseLoad } from './database-load.ts'
import { openDatabaseSnapshot } from './database-snapshot.ts'

/** On the database at `url`, whose tables are neither made nor changed by a look at them. */
export function createDatabaseArchive(url: string): DatabaseArchive {
  return {
    openSnapshot: () => withSession(url, openDatabaseSnapshot),
    openLoad: (shape) => withSession(url, (client) => openDatabaseLoad(client, shape)),
  }
}

/** A snapshot and a load are each as long as their session. */
async function withSession<T>(url: string, open: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  // A broken session is reported by the pending query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const setting of settings) await client.query(`set ${setting}`)
    return await open(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** What decides how values are spelled, so that the same rows are the same bytes on every server; and no limit of time. */
const settings = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'iso_8601'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  // Else a scan of a large table may begin in its middle, and two dumps of the same rows differ.
  'synchronize_seqscans = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]
