import type { Collector } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { openSqlCollector } from './open-sql-collector.ts'
import { openPostgresqlSession } from './postgresql-session.ts'
import { readSqlAddress } from './sql-address.ts'

export interface SqlOptions {
  readonly address: string
  readonly userName?: string
  readonly password?: string
  /** SQL with `$from`, `$to` and `$step`. */
  readonly query: readonly string[]
}

const FORM = {
  schemes: ['postgresql', 'postgres'],
  port: 5432,
  example: 'postgresql://db.example:5432/shop?sslmode=verify-full',
}

export function openPostgresqlCollector(
  { address, query, ...credentials }: SqlOptions,
  { outbound }: { outbound: Outbound },
): Collector {
  const server = readSqlAddress(address, FORM)
  return openSqlCollector(query, { open: (signal) => openPostgresqlSession(server, credentials, outbound, signal) })
}
