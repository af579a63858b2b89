import type { MessagePort, Transferable } from 'node:worker_threads'
import { systemClock } from '../clock/system-clock.ts'

export type WorkerMessage =
  | { readonly kind: 'item'; readonly item: unknown }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }

/** The worker's end: items wait until the receiver has taken them; progress is sent at most ten times a second. */
export interface Reporter {
  send(item: unknown, transfer: Transferable[]): Promise<void>
  progress(done: number, total: number): void
  /** Resolves when every item has been taken. */
  end(): Promise<void>
}

/** Two: one is being stored while the next is being made. */
const ITEMS_IN_FLIGHT = 2
const PROGRESS_EVERY_MS = 100

export function createReporter(port: MessagePort): Reporter {
  let inFlight = 0
  let wake: () => void = () => {}
  let reportedAt = 0
  port.on('message', () => {
    inFlight--
    wake()
  })
  const below = async (limit: number): Promise<void> => {
    while (inFlight >= limit) await new Promise<void>((resolve) => (wake = resolve))
  }
  return {
    async send(item, transfer) {
      await below(ITEMS_IN_FLIGHT)
      inFlight++
      port.postMessage({ kind: 'item', item } satisfies WorkerMessage, transfer)
    },
    progress(done, total) {
      const now = systemClock.monotonic()
      if (now - reportedAt < PROGRESS_EVERY_MS) return
      reportedAt = now
      port.postMessage({ kind: 'progress', done, total } satisfies WorkerMessage)
    },
    async end() {
      await below(1)
      port.close()
    },
  }
}
