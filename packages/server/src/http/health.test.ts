import { expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'

test('health says which store does not answer, and when it does again', async () => {
  const server = await startTestServer()
  const { points } = server.ctx
  const { ping } = points
  expect((await server.anonymous.get('health')).status).toBe(200)
  points.ping = () => Promise.reject(new Error('down'))
  server.clock.advance(11_000)
  expect(await server.anonymous.get('health')).toMatchObject({
    status: 503,
    body: { success: false, state: 'degraded', stores: { database: true, points: false } },
  })
  points.ping = ping
  server.clock.advance(11_000)
  expect((await server.anonymous.get('health')).body).toMatchObject({ success: true, state: 'ok' })
  await server.close()
})

test('health is answered from what is known while a store is slow', async () => {
  const server = await startTestServer()
  await server.anonymous.get('health')
  const slow = Promise.withResolvers<void>()
  server.ctx.points.ping = () => slow.promise
  server.clock.advance(3000)
  expect((await server.anonymous.get('health')).status).toBe(200)
  expect((await server.anonymous.get('health')).status).toBe(200)
  slow.resolve()
  await server.close()
})
