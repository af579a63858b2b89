import { openPointStore } from '../../packages/server/src/adapters/clickhouse/open-point-store.ts'
import type { PointStore } from '../../packages/server/src/ports/point-store.ts'

/** The embedded point store alone, in this process. */
export function openPoints(folder: string): Promise<PointStore> {
  return openPointStore({ url: null, cluster: null, folder, recorded: async () => undefined })
}
