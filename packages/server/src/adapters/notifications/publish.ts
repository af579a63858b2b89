import { sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { maxPayloadBytes } from '../../ports/notifications.ts'

export async function publishTo(db: Database, channel: string, payload: string): Promise<void> {
  const bytes = Buffer.byteLength(payload)
  if (bytes > maxPayloadBytes) throw new RangeError(`a notification takes ${maxPayloadBytes} bytes, not ${bytes}`)
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
