import type { PointStore, RecordedChecksum } from '../../ports/point-store.ts'
import { createPointStore } from './clickhouse-point-store.ts'

export interface PointStoreLocation {
  /** A ClickHouse; without it chDB in `folder`. */
  readonly url: string | null
  readonly cluster: string | null
  readonly folder: string
  readonly recorded: RecordedChecksum
  /** Takes note of acknowledged rows that were set aside, by the name of their file in `found/`. */
  readonly onSetAside?: (name: string) => void
}

/** Either engine is only loaded where it is used: chDB's library takes half a gigabyte on disk. */
export async function openPointStore(location: PointStoreLocation): Promise<PointStore> {
  if (location.url !== null) {
    const { openRemoteClickHouse } = await import('./remote-clickhouse.ts')
    return createPointStore(openRemoteClickHouse(location.url), location)
  }
  const { openEmbeddedClickHouse } = await import('./embedded-clickhouse.ts')
  const clickhouse = await openEmbeddedClickHouse(location.folder)
  return createPointStore(clickhouse, { ...location, cluster: null, journalFolder: location.folder })
}
