import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../ports/database.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { createListeningConnection } from './listening-connection.ts'
import { publishTo } from './publish.ts'
import { createSubscriptions } from './subscriptions.ts'

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
