import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/start-test-server.ts'
import type { TestAnswer } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MINUTE = 60_000

function requestCode(emailOrMobile: string, more: object = {}): Promise<TestAnswer> {
  return server.anonymous.post('get-signup-code', { emailOrMobile, userName: 'newcomer', ...more })
}

async function mailedCode(address: string): Promise<string> {
  return /\d{6}/.exec((await server.outbox.take(address)).subject)![0]
}

function signUp(fields: object): Promise<TestAnswer> {
  return server.anonymous.post('signup', { password: TEST_PASSWORD, ...fields })
}

test('a mailed code makes an account and signs it in', async () => {
  const emailOrMobile = 'First.Person@Example.com'
  expect(await requestCode(emailOrMobile)).toMatchObject({
    status: 202,
    body: { success: true, resendAfterMs: MINUTE, expiresInMs: 10 * MINUTE },
  })
  const vcode = await mailedCode('first.person@example.com')
  const answer = await signUp({
    userName: 'person01',
    emailOrMobile,
    vcode,
    fullName: '李雷',
    timeZone: 'Asia/Shanghai',
  })
  expect(answer.status).toBe(200)
  expect(answer.body.user).toEqual({
    userName: 'person01',
    email: 'first.person@example.com',
    mobile: null,
    fullName: '李雷',
    companyName: null,
    role: 'member',
    locale: 'en',
    timeZone: 'Asia/Shanghai',
  })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^omen_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const signedIn = await server.signIn('person01')
  expect((await signedIn.get('session')).body.user.userName).toBe('person01')
})

test('a mobile number gets its code by short message, whatever its prefix', async () => {
  await requestCode('8613912345678', { userName: 'mobile01' })
  const { to, text } = server.shortMessages.at(-1)!
  expect(to).toBe('13912345678')
  const answer = await signUp({ userName: 'mobile01', emailOrMobile: '013912345678', vcode: /\d{6}/.exec(text)![0] })
  expect(answer.body.user).toMatchObject({ email: null, mobile: '13912345678' })
  const login = await server.anonymous.post('login-check', { userName: '13912345678', password: TEST_PASSWORD })
  expect(login.body.user.userName).toBe('mobile01')
})

test('the mail is Chinese where the browser asks for Chinese', async () => {
  await server.anonymous.send('POST', 'get-signup-code', {
    json: { emailOrMobile: 'zh@example.com', userName: 'chinese1' },
    headers: { 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.5' },
  })
  const { text } = await server.outbox.take('zh@example.com')
  expect(text).toContain('您的 Omen 注册验证码是')
})

test('a taken address gets the same answer, and a word about its account instead of a code', async () => {
  const member = await server.signUp('takenaddress')
  const taken = await requestCode('takenaddress@example.com', { userName: 'somebody' })
  const free = await requestCode('free@example.com', { userName: 'somebody' })
  expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body })
  const { subject, text } = await server.outbox.take('takenaddress@example.com')
  expect(subject).toBe('You already have an Omen account')
  expect(text).toContain(member.userName)
  expect(text).not.toMatch(/\d{6}/)
  const soon = await requestCode('takenaddress@example.com', { userName: 'somebody' })
  expect(soon.body.code).toBe('RESEND_TOO_SOON')
})

test('a code is not sent again within a minute, and is then', async () => {
  await requestCode('twice@example.com')
  const soon = await requestCode('twice@example.com')
  expect(soon).toMatchObject({ status: 429, body: { success: false, code: 'RESEND_TOO_SOON' } })
  expect(soon.body.retryAfterMs).toBeGreaterThan(50_000)
  expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  server.clock.advance(MINUTE)
  expect((await requestCode('twice@example.com')).status).toBe(202)
})

test('a code ends after ten minutes', async () => {
  await requestCode('late@example.com')
  const vcode = await mailedCode('late@example.com')
  server.clock.advance(10 * MINUTE)
  expect(await signUp({ userName: 'latecomer', emailOrMobile: 'late@example.com', vcode })).toMatchObject({
    status: 400,
    body: { code: 'CODE_WRONG', details: [{ field: 'vcode', message: expect.any(String) }] },
  })
})

test('five wrong codes use up the right one', async () => {
  await requestCode('guess@example.com')
  const vcode = await mailedCode('guess@example.com')
  const wrong = vcode === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) {
    expect((await signUp({ userName: 'guesser1', emailOrMobile: 'guess@example.com', vcode: wrong })).body.code).toBe(
      'CODE_WRONG',
    )
  }
  expect((await signUp({ userName: 'guesser1', emailOrMobile: 'guess@example.com', vcode })).body.code).toBe(
    'CODE_WRONG',
  )
})

test('a code serves once', async () => {
  await requestCode('once@example.com')
  const vcode = await mailedCode('once@example.com')
  expect((await signUp({ userName: 'onetime1', emailOrMobile: 'once@example.com', vcode })).status).toBe(200)
  expect((await signUp({ userName: 'onetime2', emailOrMobile: 'once@example.com', vcode })).body.code).toBe(
    'CODE_WRONG',
  )
})

test('a taken account name is refused in any case, and the code can be used with another name', async () => {
  await server.signUp('famous01')
  await requestCode('other@example.com')
  const vcode = await mailedCode('other@example.com')
  for (let tries = 0; tries < 6; tries++) {
    const taken = await signUp({ userName: 'FAMOUS01', emailOrMobile: 'other@example.com', vcode })
    expect(taken).toMatchObject({ status: 409, body: { code: 'ACCOUNT_TAKEN' } })
  }
  expect((await signUp({ userName: 'famous02', emailOrMobile: 'other@example.com', vcode })).status).toBe(200)
})

test("somebody else's mobile number is no account name", async () => {
  await requestCode('impostor@example.com')
  const vcode = await mailedCode('impostor@example.com')
  const answer = await signUp({ userName: '13800138000', emailOrMobile: 'impostor@example.com', vcode })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field: 'userName' }] } })
})

test.each([
  ['userName', { userName: 'short' }],
  ['userName', { userName: 'with space' }],
  ['password', { password: 'Nospecial1' }],
  ['password', { password: 'Sh_1' }],
  ['vcode', { vcode: '12345' }],
  ['icode', { icode: 'ABCDE!' }],
  ['emailOrMobile', { emailOrMobile: 'nowhere' }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
])('%s is refused by its rule: %o', async (field, change) => {
  const answer = await signUp({ userName: 'goodname', emailOrMobile: 'good@example.com', vcode: '123456', ...change })
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, code: 'VALIDATION_FAILED', details: [{ field }] },
  })
})

test('a refused field is prompted in the language asked for', async () => {
  const answer = await server.anonymous.send('POST', 'signup', {
    json: { userName: 'x', password: TEST_PASSWORD, emailOrMobile: 'a@b.cn', vcode: '123456' },
    headers: { 'Accept-Language': 'zh' },
  })
  expect(answer.body.message).toBe('账号由6-30位英文字母或数字组成')
})
