import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('health says that both stores answer', async () => {
  const { status, body } = await server.anonymous.get('health')
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, state: 'ok', stores: { database: true, points: true } })
})

test('version says whether signing up requires an invitation', async () => {
  const { body } = await server.anonymous.get('version')
  expect(body).toMatchObject({
    success: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    requiresInvitation: false,
  })
})

test('openapi.json is the description with the base of this server, and is not sent twice', async () => {
  const first = await server.anonymous.get('openapi.json')
  expect(first.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), servers: [{ url: '/api/v1' }] })
  expect(Object.keys(first.body.paths)).toContain('/openapi.json')
  const etag = first.headers.get('etag')!
  const again = await server.anonymous.get('openapi.json', { 'If-None-Match': etag })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
})
