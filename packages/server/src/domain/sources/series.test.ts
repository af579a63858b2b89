import { parseSeriesName } from '@omen/engine'
import type { Pool, QueryResult } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { keepSeries, readSeriesFigures, readSeriesKeys } from './series.ts'

const keys = Array.from({ length: 10_000 }, (_, number) => parseSeriesName(`m${number}[node]`))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  const { db } = server.ctx
  const [owner] = await db.select().from(accounts)
  await db.insert(sources).values({ id: 'wide', ownerId: owner!.id, kind: 'file', name: 'wide.csv', createdAt: 0 })
})
afterAll(() => server.close())

/** How many values each statement sends and how many rows it returns: both are converted without a pause. */
function watchStatements(): { values: number[]; rows: number[] } {
  const pool = (server.ctx.db as unknown as { $client: Pool }).$client
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>
  const seen = { values: [] as number[], rows: [] as number[] }
  pool.query = (async (text: unknown, values: unknown[]) => {
    const result = await query(text, values)
    seen.values.push(values.length)
    seen.rows.push(result.rows.length)
    return result
  }) as unknown as Pool['query']
  return seen
}

it('writes and reads ten thousand series a part at a time, with other requests in between', async () => {
  const { ctx } = server
  const { values, rows } = watchStatements()
  await keepSeries(ctx.db, 'wide', keys, [], { fromTime: 0, toTime: 1 })
  expect(await readSeriesKeys(ctx, 'wide')).toEqual(keys)
  expect((await readSeriesFigures(ctx, 'wide')).map(({ id }) => id)).toEqual(keys.map(({ id }) => id))
  expect(values.length).toBeGreaterThan(100)
  expect(Math.max(...values)).toBeLessThanOrEqual(2000)
  expect(Math.max(...rows)).toBeLessThanOrEqual(2000)
})
