import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('administrators list accounts by page and search', async () => {
  const admin = await server.admin()
  await server.signUp('listed01')
  server.clock.advance(10)
  await server.signUp('listed02')
  const page = await admin.get('accounts?q=LISTED&page=1&pageSize=1')
  expect(page.body).toMatchObject({
    success: true,
    page: { page: 1, pageSize: 1, total: 2 },
    accounts: [{ userName: 'listed02', role: 'member', state: 'active' }],
  })
  expect((await admin.get('accounts?q=listed&page=2&pageSize=1')).body.accounts[0].userName).toBe('listed01')
  expect((await admin.get('accounts?q=100%25')).body.accounts).toEqual([])
})

test('members may not', async () => {
  const member = await server.signUp('ordinary')
  expect(await member.get('accounts')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await member.patch('accounts/ordinary', { role: 'admin' })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  })
})

test('a member becomes an administrator at once, and a member again', async () => {
  const admin = await server.admin()
  const member = await server.signUp('promoted')
  expect((await admin.patch('accounts/PROMOTED', { role: 'admin' })).body.account.role).toBe('admin')
  expect((await member.get('accounts')).status).toBe(200)
  await admin.patch('accounts/promoted', { role: 'member' })
  expect((await member.get('accounts')).status).toBe(403)
})

test('a closed account is signed out, cannot sign in, and keeps its name and address', async () => {
  const admin = await server.admin()
  const member = await server.signUp('closing1')
  const script = await server.withToken(member, ['read'])
  expect((await admin.patch('accounts/closing1', { state: 'closed' })).body.account.state).toBe('closed')
  expect((await member.get('session')).status).toBe(401)
  expect((await script.get('session')).status).toBe(401)
  await expect(server.signIn('closing1')).rejects.toThrow('LOGIN_FAILED')
  await admin.patch('accounts/closing1', { state: 'active' })
  expect((await server.signIn('closing1')).csrf).not.toBe('')
})

test('a locked account is shown so, and unlocked by making it active', async () => {
  const admin = await server.admin()
  await server.signUp('shutout1')
  for (let failures = 0; failures < 10; failures++) {
    await server.anonymous.post('login-check', { userName: 'shutout1', password: 'Wrong_pass1' })
  }
  expect((await admin.get('accounts?q=shutout1')).body.accounts[0].state).toBe('locked')
  expect((await admin.patch('accounts/shutout1', { state: 'active' })).body.account.state).toBe('active')
  expect((await server.signIn('shutout1')).csrf).not.toBe('')
})

test.each([{ role: 'member' }, { state: 'closed' }])('the only administrator stays one: %o', async (changes) => {
  const admin = await server.admin()
  expect(await admin.patch('accounts/admin01', changes)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await admin.get('accounts')).status).toBe(200)
})

test('an account that is not there is not found', async () => {
  const answer = await (await server.admin()).patch('accounts/nobody00', { role: 'admin' })
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test.each(['page=0', 'pageSize=501', 'page=x', 'colour=red'])('the query %s is refused', async (query) => {
  const answer = await (await server.admin()).get(`accounts?${query}`)
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', details: [{ field: query.split('=')[0] }] },
  })
})

test('managing needs a login', async () => {
  expect((await createTestClient(server.api).get('accounts')).body.code).toBe('UNAUTHENTICATED')
})
