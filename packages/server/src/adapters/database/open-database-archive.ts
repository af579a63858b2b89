import { Client } from 'pg'
import type { DatabaseArchive } from '../../ports/database-archive.ts'
import { createDatabaseArchive } from './database-archive.ts'
import type { DatabaseLocation } from './open-database.ts'
import { requireKnownMigrations } from './require-known-migrations.ts'

/** The database as it is: nothing is migrated, so that a backup shows what was there and a restore begins with nothing. */
export async function openDatabaseArchive(
  location: DatabaseLocation,
): Promise<{ archive: DatabaseArchive; close(): Promise<void> }> {
  if (location.url !== null) {
    await requireUsable(location.url)
    return { archive: createDatabaseArchive(location.url), close: async () => {} }
  }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const embedded = await startEmbeddedPostgres(location.folder)
  try {
    await requireUsable(embedded.url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { archive: createDatabaseArchive(embedded.url), close: () => embedded.stop() }
}

async function requireUsable(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await requireKnownMigrations(client)
  } finally {
    await client.end().catch(() => {})
  }
}
