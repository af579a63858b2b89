import { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { type ClickHouse, collect } from './clickhouse.ts'

/** ClickHouse behind its HTTP interface; user, password and database stand in the address. */
export function openRemoteClickHouse(url: string): ClickHouse {
  const client: ClickHouseClient = createClient({
    url,
    request_timeout: 300_000,
    // Each error rejects its request, and the caller logs it
    log: { level: ClickHouseLogLevel.OFF },
    compression: { request: false, response: false },
    clickhouse_settings: { wait_end_of_query: 1, max_query_size: '67108864' },
  })
  return {
    async command(sql) {
      await client.command({ query: sql })
    },
    async insert(into, select, structure, block) {
      const query = `INSERT INTO ${into} ${select.replace('{source}', `input('${structure}')`)} FORMAT Native`
      const { stream } = await client.exec({ query, values: Readable.from([block]) })
      await collect(stream)
    },
    async read(sql, format = 'Native') {
      return collect((await client.exec({ query: `${sql} FORMAT ${format}` })).stream)
    },
    readPartFile: () => Promise.resolve(undefined),
    async ping() {
      const answer = await client.ping()
      if (!answer.success) throw answer.error
    },
    close: () => client.close(),
  }
}
