import { statfs } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { storeText } from '../../testing/uploads.ts'
import { markRepaired, reportDamage } from '../damage/index.ts'
import { createJob } from '../jobs/index.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ settings: { minFreeBytes: 1000, role: 'api' } })
})
afterEach(() => server.close())

const health = () => server.anonymous.get('health')

test('health reports free space, damage, the oldest waiting job, and that every store is writable', async () => {
  const { status, body } = await health()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    state: 'ok',
    reasons: [],
    stores: { database: true, points: true },
    writable: { database: true, points: true, files: true },
    oldestWaitingMs: null,
    damaged: 0,
    syslog: null,
  })
  const { blocks, bsize } = await statfs(server.ctx.settings.data)
  expect(body.freeBytes).toBeGreaterThan(0)
  expect(body.freeBytes).toBeLessThan(blocks * bsize)
})

test('health reports which store does not answer, and when it does again', async () => {
  const { points } = server.ctx
  const { ping } = points
  expect((await health()).status).toBe(200)
  points.ping = () => Promise.reject(new Error('down'))
  server.clock.advance(11_000)
  await expect.poll(health).toMatchObject({
    status: 503,
    body: { success: false, state: 'degraded', reasons: ['pointsDown'], stores: { database: true, points: false } },
  })
  points.ping = ping
  server.clock.advance(11_000)
  await expect.poll(health).toMatchObject({ status: 200, body: { success: true, state: 'ok' } })
})

test('health is answered from the last known state while a store is slow, however old that is', async () => {
  await health()
  const slow = Promise.withResolvers<void>()
  server.ctx.points.ping = () => slow.promise
  server.ctx.points.probe = () => slow.promise
  for (const ms of [3000, 3_600_000]) {
    server.clock.advance(ms)
    expect((await health()).status).toBe(200)
    expect((await health()).status).toBe(200)
  }
  slow.resolve()
})

test('a store that answers but is not writable makes the server unavailable', async () => {
  await health()
  server.ctx.files.probe = () => Promise.reject(new Error('EROFS: read-only file system'))
  server.clock.advance(70_000)
  await expect.poll(health).toMatchObject({
    status: 503,
    body: { reasons: ['filesNotWritable'], writable: { database: true, points: true, files: false } },
  })
})

test('a store is written to at most once in half a minute, however many ask', async () => {
  const { files } = server.ctx
  const { probe } = files
  let writes = 0
  files.probe = () => {
    writes++
    return probe()
  }
  await Promise.all(Array.from({ length: 20 }, health))
  server.clock.advance(20_000)
  await health()
  expect(writes).toBe(1)
})

test('low space and damaged data degrade a server, which keeps serving', async () => {
  const { ctx } = server
  const id = await storeText(await server.signUp('keeper'), 'a.csv', 'timestamp,cpu[n]')
  await reportDamage(ctx, { kind: 'file', id, ownerId: null, name: 'a.csv', reason: 'changed' })
  ctx.settings.minFreeBytes = Number.MAX_SAFE_INTEGER
  expect(await health()).toMatchObject({
    status: 200,
    body: { success: true, state: 'degraded', reasons: ['lowSpace', 'dataDamaged'], damaged: 1 },
  })
  ctx.settings.minFreeBytes = 0
  await markRepaired(ctx, 'file', id)
  server.clock.advance(11_000)
  await expect.poll(async () => (await health()).body).toMatchObject({ state: 'ok', reasons: [], damaged: 0 })
})

test('health reports how long the oldest job has waited', async () => {
  const { ctx, clock } = server
  const [owner] = await ctx.db.select({ id: accounts.id }).from(accounts)
  const parameters = { kind: 'visualization', filename: 'f', uploadFileName: 'a.csv' } as const
  await createJob(ctx, async () => ({ ownerId: owner!.id, title: 'waits', parameters }))
  clock.advance(60_000)
  const { oldestWaitingMs } = (await health()).body
  expect(oldestWaitingMs).toBeGreaterThanOrEqual(60_000)
  expect(oldestWaitingMs).toBeLessThan(120_000)
})
