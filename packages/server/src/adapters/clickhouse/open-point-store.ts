import type { PointStore } from '../../ports/point-store.ts'
import { createPointStore } from './clickhouse-point-store.ts'

export interface PointStorePlace {
  /** A ClickHouse; without it chDB in `folder`. */
  readonly url: string | null
  readonly cluster: string | null
  readonly folder: string
}

/** Either engine is only loaded where it is used: chDB's library takes half a gigabyte on disk. */
export async function openPointStore(place: PointStorePlace): Promise<PointStore> {
  if (place.url !== null) {
    const { openRemoteClickHouse } = await import('./remote-clickhouse.ts')
    return createPointStore(openRemoteClickHouse(place.url), place)
  }
  const { openEmbeddedClickHouse } = await import('./embedded-clickhouse.ts')
  return createPointStore(await openEmbeddedClickHouse(place.folder), { cluster: null })
}
