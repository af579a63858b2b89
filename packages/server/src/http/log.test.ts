import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTestServer, testPassword } from '../testing/start-test-server.ts'

test('a request leaves one line in the log, and no secret at any level', async () => {
  let written = ''
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk
      done()
    },
  })
  const server = await startTestServer({ log: pino({ level: 'trace' }, sink) })
  const admin = await server.admin()
  const script = await server.withToken(admin, ['read'])
  await script.get('account')
  await server.anonymous.get('session?key=in-the-address')
  await admin.patch('account', { password: 'Brand_new1', currentPassword: 'Wrong_pass1' })
  await server.anonymous.post('reset-password', {
    userName: 'admin01',
    tempPassword: 'Temp_pass1',
    password: 'Brand_new1',
  })
  await server.close()

  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      path: '/api/v1/account',
      status: 200,
      account: 'admin01',
      reqId: expect.any(String),
    }),
  )
  expect(requests.filter(({ path }) => path === '/api/v1/account')).toHaveLength(2)
  const secrets = [
    testPassword,
    'Brand_new1',
    'Wrong_pass1',
    'Temp_pass1',
    admin.cookie.split('=')[1]!,
    admin.csrf,
    'in-the-address',
  ]
  for (const secret of [...secrets, script.headers().Authorization!.slice(7)]) expect(written).not.toContain(secret)
})
