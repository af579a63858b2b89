import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/start-test-server.ts'
import type { TestAnswer } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { requireInvitation: true } })
})
afterAll(() => server.close())

const DAY = 86_400_000

async function signUpWith(icode: string | undefined, userName: string): Promise<TestAnswer> {
  const emailOrMobile = `${userName}@example.com`
  const requested = await server.anonymous.post('get-signup-code', { emailOrMobile, userName, icode })
  if (requested.status !== 202) return requested
  const vcode = /\d{6}/.exec((await server.outbox.take(emailOrMobile)).subject)![0]
  return server.anonymous.post('signup', { userName, password: TEST_PASSWORD, emailOrMobile, vcode, icode })
}

async function invite(fields: object = {}): Promise<string> {
  const { status, body } = await (await server.admin()).post('invitations', fields)
  expect(status).toBe(201)
  return body.invitation.icode
}

test('where invitations are required, a code lets one person in, in either case', async () => {
  expect((await server.anonymous.get('version')).body.requiresInvitation).toBe(true)
  const icode = await invite()
  expect(icode).toMatch(/^[A-Z0-9]{6}$/)
  expect((await signUpWith(icode.toLowerCase(), 'invited1')).status).toBe(200)
  expect(await signUpWith(icode, 'invited2')).toMatchObject({ status: 403, body: { code: 'INVITATION_INVALID' } })
})

test('without a code nothing is mailed', async () => {
  expect(await signUpWith(undefined, 'crasher1')).toMatchObject({ status: 403, body: { code: 'INVITATION_REQUIRED' } })
  expect(await signUpWith('ZZZZZ9', 'crasher1')).toMatchObject({ status: 403, body: { code: 'INVITATION_INVALID' } })
  expect(server.outbox.mails.some(({ to }) => to === 'crasher1@example.com')).toBe(false)
})

test('a code for several counts its uses', async () => {
  const icode = await invite({ uses: 2 })
  expect((await signUpWith(icode, 'several1')).status).toBe(200)
  expect((await signUpWith(icode, 'several2')).status).toBe(200)
  expect((await signUpWith(icode, 'several3')).body.code).toBe('INVITATION_INVALID')
  const { invitations } = (await (await server.admin()).get('invitations')).body
  expect(invitations.find((invitation: { icode: string }) => invitation.icode === icode)).toMatchObject({
    uses: 2,
    used: 2,
  })
})

test('a sign-up that fails uses up no invitation', async () => {
  const icode = await invite()
  expect((await signUpWith(icode, 'admin01')).body.code).toBe('ACCOUNT_TAKEN')
  expect((await signUpWith(icode, 'retrying')).status).toBe(200)
})

test('a code ends at its time', async () => {
  const icode = await invite({ expiresAt: server.clock.now() + DAY })
  server.clock.advance(DAY)
  expect((await signUpWith(icode, 'toolate1')).body.code).toBe('INVITATION_INVALID')
})

test('any account may issue codes, sees its own alone and withdraws them', async () => {
  const icode = await invite()
  const answer = await signUpWith(icode, 'inviter1')
  const member = await server.signIn(answer.body.user.userName)
  const own = (await member.post('invitations')).body.invitation
  expect(own).toMatchObject({ uses: 1, used: 0, expiresAt: null })
  expect((await member.get('invitations')).body.invitations).toEqual([own])
  expect(await member.delete(`invitations/${icode}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await member.delete(`invitations/${own.icode}`)).body).toEqual({ success: true })
  expect((await member.get('invitations')).body.invitations).toEqual([])
})

test("an administrator withdraws anybody's code", async () => {
  await signUpWith(await invite(), 'inviter2')
  const member = await server.signIn('inviter2')
  const { icode } = (await member.post('invitations')).body.invitation
  expect((await (await server.admin()).delete(`invitations/${icode}`)).status).toBe(200)
  expect((await signUpWith(icode, 'nobody01')).body.code).toBe('INVITATION_INVALID')
})

test.each([
  ['no use', { uses: 0 }, 'uses'],
  ['too many uses', { uses: 101 }, 'uses'],
  ['half a use', { uses: 1.5 }, 'uses'],
  ['a past end', { expiresAt: 1 }, 'expiresAt'],
])('%s is refused', async (_, fields, field) => {
  const answer = await (await server.admin()).post('invitations', fields)
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } })
})
