import type { Database } from './database.ts'

/**
 * `batch`: jobs that accounts wait for. `live`: schedules of accounts, and what is collected and scored as it comes in.
 * `upkeep`: the server's own tasks, of which one may take hours. Each has slots of its own, so that live work never waits
 * behind a training or a scrub.
 */
export const LANES = ['batch', 'live', 'upkeep'] as const
export type Lane = (typeof LANES)[number]

export interface QueueMessage {
  readonly lane: Lane
  /** A second message of the same lane and key replaces the first while that waits. */
  readonly key: string
  /** Epoch ms before which it is not delivered; immediately if omitted. */
  readonly at?: number | undefined
}

export interface LaneWork {
  /** Messages at once in this process. */
  readonly concurrency: number
  /** A message whose handler rejects is delivered again later. `stopping` is aborted when the queue stops. */
  run(key: string, stopping: AbortSignal): Promise<void>
}

/**
 * Wakes workers; each message goes to one process of those on the same database. The work and its state are in
 * our own tables; after a crash, the queue may deliver a message twice.
 */
export interface JobQueue {
  /** With `tx` the messages leave when that transaction commits, and never if it does not. */
  send(messages: readonly QueueMessage[], tx?: Database): Promise<void>
  /** Withdraws a waiting message; does nothing if there is none. */
  withdraw(message: Pick<QueueMessage, 'lane' | 'key'>, tx?: Database): Promise<void>
  start(lanes: Readonly<Record<Lane, LaneWork>>): Promise<void>
  /** Delivers again what processes held that have died. Called periodically by processes that run lanes. */
  recover(): Promise<void>
  /** Waits for running work at most this long; unfinished work is delivered again later. */
  stop(graceMs: number): Promise<void>
}
