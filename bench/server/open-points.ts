import { setTimeout as pause } from 'node:timers/promises'
import { openPointStore } from '../../packages/server/src/adapters/clickhouse/open-point-store.ts'
import type { LivePoints, PointStore } from '../../packages/server/src/ports/point-store.ts'
import { PointStoreBusyError } from '../../packages/server/src/ports/point-store-errors.ts'

/** The embedded point store alone, in this process. */
export function openPoints(folder: string): Promise<PointStore> {
  return openPointStore({ url: null, cluster: null, folder, recorded: async () => undefined })
}

/** How long a sender waits whose batch was refused, as the API tells it to. */
const RETRY_MS = 1000

/** Appends points as a sender does: what the store refuses because too much waits to be stored is sent again a second later. */
export async function appendPatiently(store: PointStore, source: string, points: LivePoints): Promise<void> {
  for (;;) {
    try {
      await store.append(source, points)
      return
    } catch (error) {
      if (!(error instanceof PointStoreBusyError)) throw error
      await pause(RETRY_MS)
    }
  }
}
