import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      rateLimitLogin: 5,
      rateLimitCodes: 3,
      metricsToken: 'figures',
      publicUrl: 'https://omen.example',
      apiBase: '/omen/api/',
    },
  })
})
afterAll(() => server.close())

test('logins from one address are limited, whatever account they name', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) {
    statuses.push((await server.anonymous.post('login-check', { userName: `account${count}`, password: 'x' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const limited = await server.anonymous.post('login-check', { userName: 'admin01', password: TEST_PASSWORD })
  expect(limited.body).toMatchObject({ success: false, code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) })
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('links of mails are limited, apart from logins', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await server.anonymous.get('alert-mail/acknowledge?token=forged')).status)
  expect(statuses.slice(0, 5)).not.toContain(429)
  expect(statuses[5]).toBe(429)
})

test('codes, reminders and temporary passwords share one limit', async () => {
  const email = 'someone@example.com'
  const answers = [
    await server.anonymous.post('get-signup-code', { emailOrMobile: email, userName: 'someone1' }),
    await server.anonymous.post('get-username-reminder', { email }),
    await server.anonymous.post('get-temp-password', { emailOrMobile: '13912345678', userName: 'someone1' }),
    await server.anonymous.post('get-username-reminder', { email }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429])
})

test('other operations are not limited with them', async () => {
  expect((await server.anonymous.get('version')).status).toBe(200)
})

test('the API answers under a configured base', async () => {
  expect(server.api.endsWith('/omen/api/')).toBe(true)
  expect((await fetch(`${server.url}/api/v1/version`)).status).toBe(404)
})

test('figures need the token where one is set', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  expect((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401)
  expect((await fetch(`${server.url}/metrics`, { headers: { Authorization: 'Bearer figures' } })).status).toBe(200)
})

test('a public address with https asks browsers to stay on https', async () => {
  expect((await server.anonymous.get('version')).headers.get('strict-transport-security')).toContain('max-age=')
})
