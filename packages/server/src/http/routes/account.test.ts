import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NEW_PASSWORD = 'Brand_new1'

test('the profile shows and keeps what its owner changes', async () => {
  const member = await server.signUp('profile1')
  const changes = { fullName: '韩梅梅', companyName: 'Shop', locale: 'zh-CN', timeZone: 'Asia/Shanghai' }
  expect(await member.patch('account', changes)).toMatchObject({ status: 200, body: { success: true, user: changes } })
  expect((await member.patch('account', { companyName: null })).body.user.companyName).toBeNull()
  expect((await member.get('account')).body.user).toMatchObject({ ...changes, companyName: null, userName: 'profile1' })
})

test('one account sees and changes nothing of another', async () => {
  const one = await server.signUp('neighbor1')
  const other = await server.signUp('neighbor2')
  await one.patch('account', { fullName: 'One' })
  expect((await other.get('account')).body.user).toMatchObject({ userName: 'neighbor2', fullName: null })
})

test('a new password needs the present one and ends all other sessions', async () => {
  const here = await server.signUp('changer1')
  const there = await server.signIn('changer1')
  const wrong = await here.patch('account', { password: NEW_PASSWORD, currentPassword: 'Wrong_pass1' })
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', details: [{ field: 'currentPassword' }] },
  })
  const answer = await here.patch('account', { password: NEW_PASSWORD, currentPassword: TEST_PASSWORD })
  expect(answer.status).toBe(200)
  expect((await here.get('session')).status).toBe(200)
  expect((await there.get('session')).status).toBe(401)
  expect((await server.signIn('changer1', NEW_PASSWORD)).csrf).not.toBe('')
})

test('the present password cannot be guessed without end', async () => {
  const member = await server.signUp('guessing')
  const guess = () => member.patch('account', { password: NEW_PASSWORD, currentPassword: 'Wrong_pass1' })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
  expect((await guess()).body.code).toBe('LOCKED')
})

test.each([
  ['a password alone', { password: NEW_PASSWORD }, 'currentPassword'],
  ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an unknown language', { locale: 'fr' }, 'locale'],
  ['a role', { role: 'admin' }, 'role'],
  ['nothing', {}, 'body'],
])('%s is refused', async (_, changes, field) => {
  const admin = await server.admin()
  const answer = await admin.patch('account', changes)
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } })
})

test('the profile needs a login', async () => {
  expect((await server.anonymous.get('account')).body.code).toBe('UNAUTHENTICATED')
  expect((await server.anonymous.patch('account', { fullName: 'x' })).body.code).toBe('UNAUTHENTICATED')
})

test('sessions are listed newest first with the present one marked', async () => {
  const first = await server.signUp('manyplaces')
  server.clock.advance(1000)
  await server.signIn('manyplaces')
  const { body } = await first.get('account/sessions')
  expect(body.sessions).toHaveLength(2)
  expect(body.sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
  expect(body.sessions[0]).toMatchObject({ address: '127.0.0.1', userAgent: expect.any(String) })
  expect(JSON.stringify(body)).not.toContain(first.cookie.split('=')[1])
})

test('one session can be ended, or all the others', async () => {
  const here = await server.signUp('tidying1')
  const second = await server.signIn('tidying1')
  const third = await server.signIn('tidying1')
  const sessions: { id: string; current: boolean }[] = (await second.get('account/sessions')).body.sessions
  const secondId = sessions.find(({ current }) => current)!.id
  expect((await here.delete(`account/sessions?id=${secondId}`)).body).toEqual({ success: true, ended: 1 })
  expect((await second.get('session')).status).toBe(401)
  expect((await here.delete('account/sessions')).body).toEqual({ success: true, ended: 1 })
  expect((await third.get('session')).status).toBe(401)
  expect((await here.get('session')).status).toBe(200)
})

test("another account's session cannot be ended, nor distinguished from a missing one", async () => {
  const owner = await server.signUp('sessions1')
  const stranger = await server.signUp('sessions2')
  const { id } = (await owner.get('account/sessions')).body.sessions[0]
  const foreign = await stranger.delete(`account/sessions?id=${id}`)
  const missing = await stranger.delete('account/sessions?id=missing')
  expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  expect((await owner.get('session')).status).toBe(200)
})
