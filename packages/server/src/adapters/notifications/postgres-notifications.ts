import { sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../ports/database.ts'
import { MAX_PAYLOAD_BYTES, type Notifications, type Subscriber } from '../../ports/notifications.ts'
import { createListeningConnection } from './listening-connection.ts'

export interface PostgresNotificationsOptions {
  connection: ClientConfig
  /** Publishes messages that are not part of a transaction. */
  db: Database
  log: Pick<Logger, 'warn'>
}

/** LISTEN and NOTIFY. A process that only publishes opens no listening connection. */
export function createPostgresNotifications({ connection, db, log }: PostgresNotificationsOptions): Notifications {
  const subscriptions = createSubscriptions((error) => log.warn({ err: error }, 'a subscriber failed'))
  const listening = createListeningConnection({
    connection,
    log,
    onMessage: subscriptions.deliver,
    onReconnect: subscriptions.reconnected,
  })
  return {
    publish: (channel, payload, tx) => publishTo(tx ?? db, channel, payload),
    async subscribe(channel, subscriber) {
      subscriptions.add(channel, subscriber)
      await listening.listen(channel)
      return async () => subscriptions.remove(channel, subscriber)
    },
    close: () => listening.close(),
  }
}

/** Subscribers of each channel in this process. */
interface Subscriptions {
  add(channel: string, subscriber: Subscriber): void
  remove(channel: string, subscriber: Subscriber): void
  deliver(channel: string, payload: string): void
  reconnected(): void
}

/** A subscriber that throws does not keep others from receiving the message. */
function createSubscriptions(onFault: (error: unknown) => void): Subscriptions {
  const byChannel = new Map<string, Set<Subscriber>>()
  const guarded = (call: () => void): void => {
    try {
      call()
    } catch (error) {
      onFault(error)
    }
  }
  return {
    add(channel, subscriber) {
      byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(subscriber))
    },
    remove: (channel, subscriber) => void byChannel.get(channel)?.delete(subscriber),
    deliver(channel, payload) {
      for (const subscriber of [...(byChannel.get(channel) ?? [])]) guarded(() => subscriber.onMessage(payload))
    },
    reconnected() {
      const all = [...byChannel.values()].flatMap((subscribers) => [...subscribers])
      for (const subscriber of all) guarded(() => subscriber.onReconnect?.())
    },
  }
}

async function publishTo(db: Database, channel: string, payload: string): Promise<void> {
  const bytes = Buffer.byteLength(payload)
  if (bytes > MAX_PAYLOAD_BYTES) throw new RangeError(`a notification takes ${MAX_PAYLOAD_BYTES} bytes, not ${bytes}`)
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
