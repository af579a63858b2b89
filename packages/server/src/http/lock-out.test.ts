import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/start-test-server.ts'
import type { TestAnswer } from '../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { trustProxy: 1 } })
})
afterAll(() => server.close())

const MINUTE = 60_000
const WRONG = 'Wrong_pass1'

interface From {
  address: string
  cookie?: string
}

function login(userName: string, password: string, { address, cookie }: From): Promise<TestAnswer> {
  const headers = { 'X-Forwarded-For': address, ...(cookie && { Cookie: cookie }) }
  return server.anonymous.send('POST', 'login-check', { json: { userName, password }, headers })
}

async function fail(userName: string, times: number, from: (attempt: number) => From): Promise<void> {
  for (let attempt = 0; attempt < times; attempt++) await login(userName, WRONG, from(attempt))
}

function deviceCookieOf(answer: TestAnswer): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('omen_device='))!
  expect(cookie).toMatch(/HttpOnly/)
  return cookie.split(';')[0]!
}

test.each(['victim01', 'nobody01'])('failures at one address do not lock %s elsewhere', async (userName) => {
  if (userName === 'victim01') await server.signUp(userName)
  await fail(userName, 10, () => ({ address: '203.0.113.1' }))
  expect((await login(userName, TEST_PASSWORD, { address: '203.0.113.1' })).status).toBe(423)
  const elsewhere = await login(userName, TEST_PASSWORD, { address: '203.0.113.2' })
  expect(elsewhere.status).toBe(userName === 'victim01' ? 200 : 401)
})

test('a device that signed in before is not locked out by failures at its own address', async () => {
  await server.signUp('neighbour')
  const home = '203.0.113.10'
  const cookie = deviceCookieOf(await login('neighbour', TEST_PASSWORD, { address: home }))
  await fail('neighbour', 10, () => ({ address: home }))
  expect((await login('neighbour', TEST_PASSWORD, { address: home })).status).toBe(423)
  expect((await login('neighbour', TEST_PASSWORD, { address: home, cookie })).status).toBe(200)
})

test('a known device is locked by its own failures, on its own', async () => {
  await server.signUp('fumbler01')
  const cookie = deviceCookieOf(await login('fumbler01', TEST_PASSWORD, { address: '203.0.113.20' }))
  await fail('fumbler01', 10, () => ({ address: '203.0.113.20', cookie }))
  expect((await login('fumbler01', TEST_PASSWORD, { address: '203.0.113.21', cookie })).status).toBe(423)
  expect((await login('fumbler01', TEST_PASSWORD, { address: '203.0.113.22' })).status).toBe(200)
})

test('the device of one account is no known device of another', async () => {
  await server.signUp('accountaa')
  await server.signUp('accountbb')
  const cookie = deviceCookieOf(await login('accountaa', TEST_PASSWORD, { address: '203.0.113.30' }))
  await fail('accountbb', 10, () => ({ address: '203.0.113.30', cookie }))
  expect((await login('accountbb', TEST_PASSWORD, { address: '203.0.113.30' })).status).toBe(423)
})

test.each(['spread001', 'nobody02'])(
  'guesses at %s from many addresses lock out strangers, not known devices',
  async (userName) => {
    const exists = userName === 'spread001'
    if (exists) await server.signUp(userName)
    const cookie = exists ? deviceCookieOf(await login(userName, TEST_PASSWORD, { address: '198.51.100.200' })) : ''
    await fail(userName, 100, (attempt) => ({ address: `198.51.100.${attempt}` }))
    expect((await login(userName, TEST_PASSWORD, { address: '192.0.2.1' })).status).toBe(423)
    if (exists) expect((await login(userName, TEST_PASSWORD, { address: '192.0.2.1', cookie })).status).toBe(200)
  },
)

test('one IPv6 network is one place', async () => {
  await server.signUp('ipv6user1')
  await fail('ipv6user1', 10, (attempt) => ({ address: `2001:db8:1:2::${attempt + 1}` }))
  expect((await login('ipv6user1', TEST_PASSWORD, { address: '2001:db8:1:2:ffff::1' })).status).toBe(423)
  expect((await login('ipv6user1', TEST_PASSWORD, { address: '2001:db8:1:3::1' })).status).toBe(200)
})

test('an address that the client makes up does not count', async () => {
  await server.signUp('forwarded')
  await fail('forwarded', 10, (attempt) => ({ address: `192.0.2.${attempt}, 203.0.113.40` }))
  expect((await login('forwarded', TEST_PASSWORD, { address: '192.0.2.99, 203.0.113.40' })).status).toBe(423)
})

test('a second lock is twice as long, and success ends the growth', async () => {
  await server.signUp('growing01')
  const from = { address: '203.0.113.50' }
  await fail('growing01', 10, () => from)
  server.clock.advance(15 * MINUTE)
  await fail('growing01', 10, () => from)
  const second = await login('growing01', TEST_PASSWORD, from)
  expect(second.body.retryAfterMs).toBeGreaterThan(29 * MINUTE)
  server.clock.advance(30 * MINUTE)
  expect((await login('growing01', TEST_PASSWORD, from)).status).toBe(200)
  await fail('growing01', 10, () => from)
  expect((await login('growing01', TEST_PASSWORD, from)).body.retryAfterMs).toBeLessThanOrEqual(15 * MINUTE)
})

test('a lock that was set while the clock was a year ahead lasts no longer than it should', async () => {
  await server.signUp('jumped001')
  const from = { address: '203.0.113.60' }
  const year = 365 * 24 * 60 * MINUTE
  server.clock.advance(year)
  await fail('jumped001', 10, () => from)
  server.clock.advance(-year)
  expect((await login('jumped001', TEST_PASSWORD, from)).body.retryAfterMs).toBeLessThanOrEqual(15 * MINUTE)
  server.clock.advance(15 * MINUTE)
  expect((await login('jumped001', TEST_PASSWORD, from)).status).toBe(200)
})

test('administrators see the lock and lift it', async () => {
  await server.signUp('lifted001')
  const from = { address: '203.0.113.70' }
  await fail('lifted001', 10, () => from)
  const admin = await server.admin()
  const { accounts } = (await admin.get('accounts?q=lifted001')).body
  expect(accounts[0].state).toBe('locked')
  await admin.patch('accounts/lifted001', { state: 'active' })
  expect((await login('lifted001', TEST_PASSWORD, from)).status).toBe(200)
})
