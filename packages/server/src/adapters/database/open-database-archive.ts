import type { DatabaseArchive } from '../../ports/database-archive.ts'
import { createDatabaseArchive } from './database-archive.ts'
import type { DatabaseLocation } from './open-database.ts'

/** The database as it is: nothing is migrated, so that a backup shows what was there and a restore begins with nothing. */
export async function openDatabaseArchive(
  location: DatabaseLocation,
): Promise<{ archive: DatabaseArchive; close(): Promise<void> }> {
  if (location.url !== null) return { archive: createDatabaseArchive(location.url), close: async () => {} }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const embedded = await startEmbeddedPostgres(location.folder)
  return { archive: createDatabaseArchive(embedded.url), close: () => embedded.stop() }
}
