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
  expect(body).toEqual({ success: true, state: 'ok', stores: { database: true, points: true } })
})

test('version tells a sign-up form whether an invitation is needed', async () => {
  const { body } = await server.anonymous.get('version')
  expect(body).toMatchObject({
    success: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    requiresInvitation: false,
  })
})
