import { expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'

test('a server that only runs jobs serves its health and metrics, and nothing else', async () => {
  const server = await startTestServer({ settings: { role: 'worker' } })
  expect((await server.anonymous.get('health')).status).toBe(200)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
  expect((await server.anonymous.post('login-check', { userName: 'admin01', password: 'x' })).status).toBe(404)
  expect((await fetch(server.url)).status).toBe(404)
  await server.close()
})
