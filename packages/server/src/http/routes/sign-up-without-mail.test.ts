import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-test-server.ts'

test('a code that cannot be sent is reported, and may be requested again at once', async () => {
  const server = await startTestServer({ settings: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const ask = () => server.anonymous.post('get-signup-code', { emailOrMobile: 'a@example.com', userName: 'anybody1' })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })
  await server.close()
})
