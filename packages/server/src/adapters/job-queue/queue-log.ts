import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/** Writes the library's errors and warnings to the server's log; its per-message lines are dropped. */
export function createQueueLog(log: Pick<Logger, 'error' | 'warn'>): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const err = meta?.error ?? meta?.fatalError
    if (level === 'error') log.error({ err }, `job queue: ${message}`)
    else if (level === 'warning') log.warn({ err }, `job queue: ${message}`)
  })
}
