import type { DatabaseHandle } from '../../ports/database.ts'

export interface DatabaseLocation {
  /** A PostgreSQL; without it the embedded one in `folder`. */
  readonly url: string | null
  readonly folder: string
  /** Called when the embedded PostgreSQL exits unexpectedly; it is then restarted. */
  readonly onDeath?: (lastWords: string) => void
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseHandle> {
  const { openPostgres } = await import('./postgres.ts')
  if (location.url !== null) return openPostgres(location.url)
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const embedded = await startEmbeddedPostgres(location.folder, location.onDeath && { onDeath: location.onDeath })
  try {
    const handle = await openPostgres(embedded.url)
    const close = async (): Promise<void> => {
      await handle.close()
      await embedded.stop()
    }
    return { ...handle, close }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}
