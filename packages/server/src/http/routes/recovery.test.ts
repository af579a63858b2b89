import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '../../domain/errors.ts'
import { type ShortMessage, SmsNotSent } from '../../ports/sms.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/start-test-server.ts'

const gateway = { failures: 0, timeouts: 0, attempts: 0, messages: [] as ShortMessage[] }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    sms: {
      send: async (message) => {
        gateway.attempts++
        if (gateway.failures-- > 0) throw new SmsNotSent('the gateway is down')
        if (gateway.timeouts-- > 0) throw new Error('timeout')
        gateway.messages.push(message)
      },
    },
  })
})
afterAll(() => server.close())

const MINUTE = 60_000
const NEW_PASSWORD = 'Brand_new1'

async function tempPasswordOf(userName: string): Promise<string> {
  const email = `${userName}@example.com`
  expect((await server.anonymous.post('get-temp-password', { userName, email })).status).toBe(202)
  const { text } = await server.outbox.take(email)
  return text
    .split('\n')
    .find((line) => /^\S{16}\s*$/.test(line))!
    .trim()
}

async function signUpByMobile(userName: string, mobile: string, locale: Locale = 'en'): Promise<void> {
  const headers = { 'Accept-Language': locale }
  await server.anonymous.send('POST', 'get-signup-code', { json: { emailOrMobile: mobile, userName }, headers })
  const vcode = /\d{6}/.exec(gateway.messages.at(-1)!.text)![0]
  const account = { userName, password: TEST_PASSWORD, emailOrMobile: mobile, vcode, locale }
  expect((await server.anonymous.post('signup', account)).status).toBe(200)
}

/** The first short message to the number after the one with its sign-up code; waits for it. */
async function takeShortMessage(mobile: string, index = 1): Promise<string> {
  const received = () => gateway.messages.filter(({ to }) => to === mobile)
  await expect.poll(() => received().length, { interval: 5 }).toBeGreaterThan(index)
  return received()[index]!.text
}

function reset(userName: string, tempPassword: string) {
  return server.anonymous.post('reset-password', { userName, tempPassword, password: NEW_PASSWORD })
}

test('the reminder mails the account name, and says the same when there is none', async () => {
  await server.signUp('forgetful')
  const known = await server.anonymous.post('get-username-reminder', { email: 'Forgetful@example.com' })
  const unknown = await server.anonymous.post('get-username-reminder', { email: 'nobody@example.com' })
  expect(known).toMatchObject({ status: 202, body: { success: true } })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
  const { text } = await server.outbox.take('forgetful@example.com')
  expect(text.trim()).toBe('The name of your Omen account is forgetful.')
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

test('the reminder sends the account name to a mobile number, whatever its prefix', async () => {
  await signUpByMobile('mobile01', '13912340001')
  const known = await server.anonymous.post('get-username-reminder', { emailOrMobile: '8613912340001' })
  const unknown = await server.anonymous.post('get-username-reminder', { emailOrMobile: '13912349999' })
  expect(known).toMatchObject({ status: 202, body: { success: true } })
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
  expect(await takeShortMessage('13912340001')).toBe('The name of your Omen account is mobile01.')
  expect(gateway.messages.some(({ to }) => to === '13912349999')).toBe(false)
})

test('messages to a mobile number are sent once a minute, with the same answer each time', async () => {
  await signUpByMobile('mobile02', '13912340002')
  const requests = [
    ['get-username-reminder', { emailOrMobile: '13912340002' }],
    ['get-temp-password', { userName: 'mobile02', emailOrMobile: '13912340002' }],
  ] as const
  const sent = () => gateway.messages.filter(({ to }) => to === '13912340002').length
  for (const [index, [operation, fields]] of requests.entries()) {
    for (let asked = 0; asked < 3; asked++)
      expect(await server.anonymous.post(operation, fields)).toMatchObject({ status: 202, body: { success: true } })
    await takeShortMessage('13912340002', index + 1)
    expect(sent()).toBe(index + 2)
  }
  server.clock.advance(MINUTE)
  await server.anonymous.post('get-username-reminder', { emailOrMobile: '13912340002' })
  await takeShortMessage('13912340002', 3)
  expect(sent()).toBe(4)
})

test('a temporary password comes to the mobile number of the account and sets a new one', async () => {
  await signUpByMobile('mobile03', '13912340003')
  const request = { userName: 'mobile03', emailOrMobile: '013912340003' }
  expect((await server.anonymous.post('get-temp-password', request)).status).toBe(202)
  const tempPassword = /^\S{16}$/m.exec(await takeShortMessage('13912340003'))![0]
  expect((await reset('mobile03', tempPassword)).status).toBe(200)
  expect((await server.signIn('13912340003', NEW_PASSWORD)).csrf).not.toBe('')
})

test('a message that was certainly not sent can be requested again at once', async () => {
  await signUpByMobile('unlucky1', '13912340008')
  const request = { emailOrMobile: '13912340008' }
  gateway.failures = 1
  expect((await server.anonymous.post('get-username-reminder', request)).status).toBe(202)
  const askAgain = async () => {
    await server.anonymous.post('get-username-reminder', request)
    return gateway.messages.filter(({ to }) => to === '13912340008').length
  }
  await expect.poll(askAgain, { interval: 5 }).toBe(2)
})

test('a message that may have been sent is not sent again within a minute, and leaves the earlier temporary password valid', async () => {
  await signUpByMobile('unlucky2', '13912340009')
  const request = { userName: 'unlucky2', emailOrMobile: '13912340009' }
  await server.anonymous.post('get-temp-password', request)
  const earlier = /^\S{16}$/m.exec(await takeShortMessage('13912340009'))![0]
  server.clock.advance(MINUTE)
  const before = gateway.attempts
  gateway.timeouts = 1
  for (let asked = 0; asked < 3; asked++) await server.anonymous.post('get-temp-password', request)
  await expect.poll(() => gateway.attempts, { interval: 5 }).toBe(before + 1)
  await expect.poll(async () => (await reset('unlucky2', earlier)).status, { interval: 50 }).toBe(200)
  expect(gateway.attempts).toBe(before + 1)
})

test('an address receives ten messages within 24 hours, sign-up codes included', async () => {
  const mobile = '13912340010'
  const sent = () => gateway.messages.filter(({ to }) => to === mobile).length
  await signUpByMobile('costly01', mobile)
  for (let count = 2; count <= 10; count++) {
    server.clock.advance(MINUTE)
    const temporary = count % 2 === 0
    await (temporary
      ? server.anonymous.post('get-temp-password', { userName: 'costly01', emailOrMobile: mobile })
      : server.anonymous.post('get-username-reminder', { emailOrMobile: mobile }))
    await takeShortMessage(mobile, count - 1)
  }
  server.clock.advance(MINUTE)
  expect(await server.anonymous.post('get-username-reminder', { emailOrMobile: mobile })).toMatchObject({ status: 202 })
  const code = await server.anonymous.post('get-signup-code', { emailOrMobile: mobile, userName: 'stranger' })
  expect(code).toMatchObject({ status: 429, body: { code: 'RESEND_TOO_SOON' } })
  expect(code.body.message).toContain('10 messages within 24 hours')
  expect(sent()).toBe(10)
  server.clock.advance(code.body.retryAfterMs)
  await server.anonymous.post('get-username-reminder', { emailOrMobile: mobile })
  await takeShortMessage(mobile, 10)
})

test("an account and somebody else's mobile number get the same answer and no message", async () => {
  await signUpByMobile('victim02', '13912340004')
  await signUpByMobile('attack02', '13912340005')
  const request = { userName: 'victim02', emailOrMobile: '13912340005' }
  const foreign = await server.anonymous.post('get-temp-password', request)
  const own = await server.anonymous.post('get-temp-password', { ...request, userName: 'attack02' })
  expect({ status: foreign.status, body: foreign.body }).toEqual({ status: own.status, body: own.body })
  await takeShortMessage('13912340005')
  expect(gateway.messages.filter(({ to }) => to === '13912340005' || to === '13912340004')).toHaveLength(3)
})

test.each([
  ['en', 'a'.repeat(30), '13912340006', 160],
  ['zh-CN', 'z'.repeat(30), '13912340007', 70],
] as const)(
  'a short message in the language of the account fits into one SMS: %s',
  async (locale, userName, mobile, max) => {
    await signUpByMobile(userName, mobile, locale)
    await server.anonymous.post('get-username-reminder', { emailOrMobile: mobile })
    await takeShortMessage(mobile, 1)
    await server.anonymous.post('get-temp-password', { userName, emailOrMobile: mobile })
    await takeShortMessage(mobile, 2)
    server.clock.advance(MINUTE)
    await server.anonymous.post('get-signup-code', { emailOrMobile: mobile, userName: 'stranger' })
    await takeShortMessage(mobile, 3)
    const texts = gateway.messages.filter(({ to }) => to === mobile).map(({ text }) => text)
    expect(texts.filter((text) => text.length > max)).toEqual([])
    for (const text of texts) expect(/[\u4e00-\u9fff]/.test(text)).toBe(locale === 'zh-CN')
  },
)

test('a temporary password sets a new one and ends every session', async () => {
  const before = await server.signUp('resetter')
  const tempPassword = await tempPasswordOf('resetter')
  expect(await reset('resetter', tempPassword)).toMatchObject({ status: 200, body: { success: true } })
  expect((await before.get('session')).status).toBe(401)
  await expect(server.signIn('resetter', TEST_PASSWORD)).rejects.toThrow('LOGIN_FAILED')
  expect((await (await server.signIn('resetter', NEW_PASSWORD)).get('session')).status).toBe(200)
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
  server.clock.advance(30 * MINUTE)
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
  expect((await reset('steady01', TEST_PASSWORD)).body.code).toBe('TEMP_PASSWORD_WRONG')
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
  expect((await server.signIn('lockedup', NEW_PASSWORD)).csrf).not.toBe('')
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

test.each([
  ['get-username-reminder', {}],
  ['get-temp-password', { userName: 'present1' }],
])(
  '%s refuses what is neither an e-mail address nor a mobile number, in the language asked for',
  async (path, more) => {
    for (const given of [{ emailOrMobile: '12345678901' }, {}]) {
      const json = { ...more, ...given }
      const answer = await server.anonymous.post(path, json)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', details: [{ field: 'emailOrMobile' }] },
      })
      expect(answer.body.message).toBe('Please enter an e-mail address or mobile number')
      const chinese = await server.anonymous.send('POST', path, { json, headers: { 'Accept-Language': 'zh' } })
      expect(chinese.body.message).toBe('请输入邮箱地址或手机号码')
    }
  },
)

test('the field email is still accepted, and takes an e-mail address only', async () => {
  const answer = await server.anonymous.post('get-username-reminder', { email: '13912345678' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field: 'email' }] } })
})
