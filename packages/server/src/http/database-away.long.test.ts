import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_CONNECTIONS } from '../adapters/database/postgres.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestAnswer, TestClient } from '../testing/test-client.ts'

const BUSY = { status: 503, body: { code: 'OVERLOADED', retryAfterMs: 2000 } }
/** Of the pool. */
const CONNECTIONS = MAX_CONNECTIONS

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

/** The process of the connection that waits for the table. */
async function findWaiting(): Promise<number | undefined> {
  const text = "select pid from pg_locks where relation = 'models'::regclass and not granted"
  const { rows } = (await server.ctx.db.execute(text)) as unknown as { rows: { pid: number }[] }
  return rows[0]?.pid
}

test('a request that gets no connection in time is asked to come back', async () => {
  const done = Promise.withResolvers<void>()
  const held = Array.from({ length: CONNECTIONS }, () =>
    server.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await done.promise
    }),
  )
  const answer = await admin.get('models')
  done.resolve()
  await Promise.all(held)
  expect(answer).toMatchObject(BUSY)
})

test('a request whose connection breaks is asked to come back', async () => {
  let asked: Promise<TestAnswer> | undefined
  const holding = server.ctx.db.transaction(async (tx) => {
    await tx.execute('lock table models in access exclusive mode')
    asked = admin.get('models')
    await expect.poll(findWaiting).toBeTypeOf('number')
    process.kill((await findWaiting())!, 'SIGKILL')
    await asked
  })
  // PostgreSQL ends all connections when one of its processes is killed.
  await holding.catch(() => {})
  expect(await asked).toMatchObject(BUSY)
  await expect.poll(async () => (await admin.get('models')).status).toBe(200)
})
