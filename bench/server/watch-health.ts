import { Worker } from 'node:worker_threads'

/** How long each answer took, in ms, endless for a failed one; and what the failed ones said, counted. */
export type HealthRecord = { times: number[]; failures: Record<string, number> }

/**
 * Requests the server's health every 25 ms, from a separate thread, so that the bench's own work does not count as the
 * server's.
 */
export function watchHealth(origin: string): { stop(): Promise<HealthRecord> } {
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: origin })
  return {
    stop() {
      return new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage('stop')
      })
    },
  }
}
