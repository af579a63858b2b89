import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const minute = 60_000
const newPassword = 'Brand_new1'

async function tempPasswordOf(userName: string): Promise<string> {
  const email = `${userName}@example.com`
  expect((await server.anonymous.post('get-temp-password', { userName, email })).status).toBe(202)
  const { text } = await server.outbox.take(email)
  return text
    .split('\n')
    .find((line) => /^\S{16}\s*$/.test(line))!
    .trim()
}

function reset(userName: string, tempPassword: string) {
  return server.anonymous.post('reset-password', { userName, tempPassword, password: newPassword })
}

test('the reminder mails the account name, and says the same when there is none', async () => {
  await server.signUp('forgetful')
  const known = await server.anonymous.post('get-username-reminder', { email: 'Forgetful@example.com' })
  const unknown = await server.anonymous.post('get-username-reminder', { email: 'nobody@example.com' })
  expect(known).toMatchObject({ status: 202, body: { success: true } })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
  expect((await server.outbox.take('forgetful@example.com')).text).toContain('forgetful')
  expect(server.outbox.mails.some(({ to }) => to === 'nobody@example.com')).toBe(false)
})

test('a reminder is mailed once a minute, with the same answer each time', async () => {
  await server.signUp('impatient')
  const before = server.outbox.mails.length
  for (let asked = 0; asked < 3; asked++) {
    expect((await server.anonymous.post('get-username-reminder', { email: 'impatient@example.com' })).status).toBe(202)
  }
  await server.outbox.take('impatient@example.com')
  expect(server.outbox.mails.length).toBe(before + 1)
})

test('a temporary password sets a new one and ends every session', async () => {
  const before = await server.signUp('resetter')
  const tempPassword = await tempPasswordOf('resetter')
  expect(await reset('resetter', tempPassword)).toMatchObject({ status: 200, body: { success: true } })
  expect((await before.get('session')).status).toBe(401)
  await expect(server.signIn('resetter', testPassword)).rejects.toThrow('LOGIN_FAILED')
  expect((await (await server.signIn('resetter', newPassword)).get('session')).status).toBe(200)
})

test('a temporary password works once', async () => {
  await server.signUp('onceonly')
  const tempPassword = await tempPasswordOf('onceonly')
  expect((await reset('onceonly', tempPassword)).status).toBe(200)
  expect(await reset('onceonly', tempPassword)).toMatchObject({ status: 400, body: { code: 'TEMP_PASSWORD_WRONG' } })
})

test('a temporary password ends after thirty minutes', async () => {
  await server.signUp('slowpoke')
  const tempPassword = await tempPasswordOf('slowpoke')
  server.clock.advance(30 * minute)
  expect((await reset('slowpoke', tempPassword)).body.code).toBe('TEMP_PASSWORD_WRONG')
})

test('five wrong temporary passwords use up the right one', async () => {
  await server.signUp('guessed1')
  const tempPassword = await tempPasswordOf('guessed1')
  for (let tries = 0; tries < 5; tries++) await reset('guessed1', 'Wrong_temp1')
  expect((await reset('guessed1', tempPassword)).body.code).toBe('TEMP_PASSWORD_WRONG')
})

test('the old password holds until the temporary one is used, and is no temporary one', async () => {
  await server.signUp('steady01')
  await tempPasswordOf('steady01')
  expect((await server.signIn('steady01')).csrf).not.toBe('')
  expect((await reset('steady01', testPassword)).body.code).toBe('TEMP_PASSWORD_WRONG')
})

test('account and address that do not belong together get the same answer and no mail', async () => {
  await server.signUp('victim01')
  await server.signUp('attacker')
  const answer = await server.anonymous.post('get-temp-password', {
    userName: 'victim01',
    email: 'attacker@example.com',
  })
  expect(answer).toMatchObject({ status: 202, body: { success: true } })
  const own = await server.anonymous.post('get-temp-password', { userName: 'attacker', email: 'attacker@example.com' })
  expect({ status: own.status, body: own.body }).toEqual({ status: answer.status, body: answer.body })
  expect((await server.outbox.take('attacker@example.com')).text).not.toContain('victim01')
})

test('a reset lifts the lock of the account', async () => {
  await server.signUp('lockedup')
  for (let failures = 0; failures < 10; failures++) {
    await server.anonymous.post('login-check', { userName: 'lockedup', password: 'Wrong_pass1' })
  }
  await reset('lockedup', await tempPasswordOf('lockedup'))
  expect((await server.signIn('lockedup', newPassword)).csrf).not.toBe('')
})

test('an unknown account and a wrong temporary password are refused alike', async () => {
  await server.signUp('present1')
  const unknown = await reset('absentee', 'Wrong_temp1')
  const wrong = await reset('present1', 'Wrong_temp1')
  expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
})

test('reset-password keeps to the password rule', async () => {
  const answer = await server.anonymous.post('reset-password', {
    userName: 'present1',
    tempPassword: 'x',
    password: 'weak',
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field: 'password' }] } })
})

test('a reminder needs an e-mail address', async () => {
  const answer = await server.anonymous.post('get-username-reminder', { email: '13912345678' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field: 'email' }] } })
})
