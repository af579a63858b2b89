import type { Collector } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { openMysqlSession } from './mysql-session.ts'
import type { SqlOptions } from './open-postgresql-collector.ts'
import { openSqlCollector } from './open-sql-collector.ts'
import { readSqlAddress } from './sql-address.ts'

const FORM = {
  schemes: ['mysql', 'mariadb'],
  port: 3306,
  example: 'mysql://db.example:3306/shop?sslmode=verify-full',
}

/** MySQL since 5.7.8 and MariaDB since 10.1. */
export function openMysqlCollector(
  { address, query, ...credentials }: SqlOptions,
  { outbound }: { outbound: Outbound },
): Collector {
  const server = readSqlAddress(address, FORM)
  return openSqlCollector(query, { open: (signal) => openMysqlSession(server, credentials, outbound, signal) })
}
