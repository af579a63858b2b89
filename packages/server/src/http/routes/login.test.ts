import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestAnswer } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MINUTE = 60_000

function login(userName: string, password: string = TEST_PASSWORD, more: object = {}): Promise<TestAnswer> {
  return server.anonymous.post('login-check', { userName, password, ...more })
}

test('the first account is an administrator with the password of the settings', async () => {
  expect((await login('admin01')).body.user).toMatchObject({ userName: 'admin01', role: 'admin' })
})

test('account name and e-mail sign in, whatever their case', async () => {
  await server.signUp('casual01')
  expect((await login('CASUAL01')).status).toBe(200)
  expect((await login('Casual01@Example.com')).body).toMatchObject({ success: true, user: { userName: 'casual01' } })
})

test('a wrong password and an unknown account look the same', async () => {
  await server.signUp('known001')
  const wrong = await login('known001', 'Wrong_pass1')
  const unknown = await login('unknown1', 'Wrong_pass1')
  expect(wrong).toMatchObject({ status: 401, body: { success: false, code: 'LOGIN_FAILED' } })
  expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  expect(wrong.headers.get('set-cookie')).toBeNull()
})

test.each(['existing', 'missing1'])(
  'ten failures lock %s for fifteen minutes, with the time left',
  async (userName) => {
    if (userName === 'existing') await server.signUp(userName)
    for (let failures = 0; failures < 10; failures++) {
      expect((await login(userName, 'Wrong_pass1')).body.code).toBe('LOGIN_FAILED')
    }
    const locked = await login(userName)
    expect(locked).toMatchObject({
      status: 423,
      body: { code: 'LOCKED', message: expect.stringContaining('15 minutes') },
    })
    expect(locked.body.retryAfterMs).toBeGreaterThan(14 * MINUTE)
    server.clock.advance(15 * MINUTE)
    expect((await login(userName)).status).toBe(userName === 'existing' ? 200 : 401)
  },
)

test('failures by name and by address count together, and success clears them', async () => {
  await server.signUp('counted1')
  for (let failures = 0; failures < 9; failures++)
    await login(failures % 2 ? 'counted1' : 'counted1@example.com', 'Wrong_pass1')
  expect((await login('counted1')).status).toBe(200)
  for (let failures = 0; failures < 9; failures++) await login('counted1', 'Wrong_pass1')
  expect((await login('counted1')).status).toBe(200)
})

test('guesses at the same time do not slip past the lock', async () => {
  await server.signUp('parallel1')
  const answers = await Promise.all(Array.from({ length: 25 }, () => login('parallel1', 'Wrong_pass1')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 423)).toHaveLength(15)
  server.clock.advance(15 * MINUTE)
})

test('a session ends after twelve hours without use, and with "remember" after thirty days', async () => {
  await server.signUp('sleeper1')
  const short = await login('sleeper1')
  const long = await login('sleeper1', TEST_PASSWORD, { remember: true })
  expect(short.headers.get('set-cookie')).not.toContain('Max-Age')
  expect(long.headers.get('set-cookie')).toContain('Max-Age=2592000')
  const clients = [short, long].map(({ headers }) =>
    createTestClient(server.api, { cookie: headers.get('set-cookie')!.split(';')[0]! }),
  )
  const renewed = await Promise.all(
    clients.map(async (client) => (await client.get('session')).headers.get('set-cookie')),
  )
  expect(renewed).toEqual([null, expect.stringContaining('Max-Age=2592000')])
  server.clock.advance(11 * 60 * MINUTE)
  expect(await Promise.all(clients.map(async (client) => (await client.get('session')).status))).toEqual([200, 200])
  server.clock.advance(12 * 60 * MINUTE)
  expect(await Promise.all(clients.map(async (client) => (await client.get('session')).status))).toEqual([401, 200])
})

test('session gives the anti-forgery token again to who is known by cookie', async () => {
  const member = await server.signUp('reloader')
  const { body } = await member.get('session')
  expect(body).toMatchObject({ success: true, token: member.csrf, user: { userName: 'reloader' } })
  expect((await server.anonymous.get('session')).body.code).toBe('UNAUTHENTICATED')
})

test('logging out ends this session alone', async () => {
  const here = await server.signUp('leaving1')
  const there = await server.signIn('leaving1')
  const answer = await here.post('logout')
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(answer.headers.get('set-cookie')).toMatch(/omen_session=;.*Expires=Thu, 01 Jan 1970/)
  expect((await here.get('session')).status).toBe(401)
  expect((await there.get('session')).status).toBe(200)
})

test('signing in ends the session whose cookie it replaces, of any account, and no other', async () => {
  const first = await server.signUp('switcher')
  const elsewhere = await server.signIn('switcher')
  const again = { userName: 'switcher', password: TEST_PASSWORD }
  expect((await first.post('login-check', { ...again, password: 'Wrong_pass1' })).status).toBe(401)
  expect((await first.get('session')).status).toBe(200)
  expect((await first.post('login-check', again)).status).toBe(200)
  expect((await first.get('session')).status).toBe(401)
  expect((await elsewhere.get('session')).status).toBe(200)
  const guest = await server.signUp('switched')
  expect((await guest.post('login-check', again)).status).toBe(200)
  expect((await guest.get('session')).status).toBe(401)
})

test('what a cookie changes needs the anti-forgery header of that session', async () => {
  const member = await server.signUp('forged01')
  const other = await server.signIn('forged01')
  const withoutHeader = createTestClient(server.api, { cookie: member.cookie })
  expect(await withoutHeader.post('invitations')).toMatchObject({
    status: 403,
    body: { code: 'CSRF_FAILED', details: [{ field: 'X-CSRF-Token', message: 'is missing' }] },
  })
  const withAnothers = createTestClient(server.api, { cookie: member.cookie, csrf: other.csrf })
  expect((await withAnothers.post('invitations')).body.code).toBe('CSRF_FAILED')
  expect((await withoutHeader.get('invitations')).body.invitations).toEqual([])
})

test.each([
  ['no password', { userName: 'admin01' }, 'password'],
  ['a field too many', { userName: 'admin01', password: 'x', hint: 1 }, 'hint'],
  ['a number for a text', { userName: 1, password: 'x' }, 'userName'],
])('%s is refused', async (_, fields, field) => {
  const answer = await server.anonymous.post('login-check', fields)
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } })
})
