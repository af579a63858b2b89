import type { DatabaseHandle } from '../../ports/database.ts'

export interface DatabasePlace {
  /** PostgreSQL; without it PGlite in `folder`. */
  url: string | null
  /** Without it PGlite keeps everything in memory. */
  folder: string | null
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase(place: DatabasePlace): Promise<DatabaseHandle> {
  if (place.url !== null) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place.url)
  }
  const { openPglite } = await import('./pglite.ts')
  return openPglite(place.folder)
}
