import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Notifications } from './notifications.ts'

/** Drizzle over PostgreSQL; a transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface DatabaseHandle {
  readonly db: Database
  /** For connections of their own: LISTEN, COPY, libraries that bring their own tables. */
  readonly url: string
  /** Plain SQL, also several statements at once. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Messages between the servers of this database; closed on its own, before the database. */
  createNotifications(log: Pick<Logger, 'warn'>): Notifications
  /** Resolves when the database answers; rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}
