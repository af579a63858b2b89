import type { Database } from './database.ts'

/** PostgreSQL refuses a NOTIFY payload of 8,000 bytes or more. */
export const MAX_PAYLOAD_BYTES = 7999

export interface Subscriber {
  onMessage(payload: string): void
  /** The connection was lost and is restored: messages published meanwhile are lost, so check the state. */
  onReconnect?(): void
}

/**
 * Short messages between all servers of one database, the publishing one included. Not stored: a server that is away
 * misses them, so a message may only say "look now", or be backed by a check at an interval.
 */
export interface Notifications {
  /** With `tx` the message leaves when that transaction commits, and never if it does not. */
  publish(channel: string, payload: string, tx?: Database): Promise<void>
  /** Resolves once messages arrive; returns a function that ends the subscription. */
  subscribe(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  close(): Promise<void>
}
