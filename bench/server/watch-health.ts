import { Worker } from 'node:worker_threads'

/**
 * Asks for the server's health every 25 ms, from a thread of its own so that the bench's work does not count as the
 * server's. Answers the times in ms; a failed request counts as endless.
 */
export function watchHealth(origin: string): { stop(): Promise<number[]> } {
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
