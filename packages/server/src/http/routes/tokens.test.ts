import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_SCOPES } from '../../domain/context.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DAY = 86_400_000

test('a token shows its secret once and then does what its scopes allow', async () => {
  const owner = await server.signUp('scripter')
  const created = await owner.post('tokens', { name: 'CI', scopes: ['read'] })
  expect(created.status).toBe(201)
  expect(created.body.secret).toMatch(/^omen_[\w-]{43}$/)
  const listed = await owner.get('tokens')
  expect(listed.body.tokens).toEqual([created.body.token])
  expect(JSON.stringify(listed.body)).not.toContain(created.body.secret)
  const script = createTestClient(server.api, { bearer: created.body.secret })
  expect((await script.get('session')).body).toMatchObject({ user: { userName: 'scripter' }, scopes: ['read'] })
  expect((await script.get('session')).body.token).toBeUndefined()
})

test('an answer to a token that is not known says so, not that one should sign in', async () => {
  const script = createTestClient(server.api, { bearer: 'omen_unknown' })
  const message = 'The access token is not known, or has expired.'
  expect(await script.get('session')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', message } })
})

test('a token without the scope is refused, and the answer names the scope', async () => {
  const admin = await server.admin()
  const script = await server.withToken(admin, ['read'])
  expect(await script.get('accounts')).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', details: [{ name: 'admin' }] },
  })
  expect((await (await server.withToken(admin, ['admin'])).get('accounts')).status).toBe(200)
})

test('a member makes no token with the scope admin', async () => {
  const member = await server.signUp('pretender')
  expect(await member.post('tokens', { name: 'x', scopes: ['read', 'admin'] })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', details: [{ field: 'scopes' }] },
  })
  expect((await member.get('tokens')).body.tokens).toEqual([])
  expect((await member.get('session')).body.scopes).not.toContain('admin')
})

test('the scope admin is worth no more than the role that its account has now', async () => {
  const admin = await server.admin()
  const former = await server.signUp('formerly')
  await admin.patch('accounts/formerly', { role: 'admin' })
  const script = await server.withToken(former, ['read', 'admin'])
  expect((await script.get('accounts')).status).toBe(200)
  await admin.patch('accounts/formerly', { role: 'member' })
  expect(await script.get('accounts')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await script.get('session')).body.scopes).toEqual(['read', 'manage'])
  expect((await script.delete('models/none')).status).toBe(404)
})

test.each([
  ['DELETE', 'files/0123456789abcdef0123456789abcdef', undefined],
  ['DELETE', 'models/none', undefined],
  ['DELETE', 'detections/none', undefined],
  ['POST', 'models/none/promote', { version: 1 }],
  ['POST', 'models/none/share', { userNames: [] }],
])('%s %s needs the scope manage, which upload does not include and admin does', async (method, path, json) => {
  const owner = await server.admin()
  const [uploader, manager, administrator] = [
    await server.withToken(owner, ['read', 'upload', 'publish']),
    await server.withToken(owner, ['manage']),
    await server.withToken(owner, ['admin']),
  ]
  const ask = (script: typeof uploader) => script.send(method, path, json ? { json } : {})
  expect(await ask(uploader)).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', details: [{ name: 'manage' }] },
  })
  expect((await ask(manager)).status).toBe(404)
  expect((await ask(administrator)).status).toBe(404)
})

test.each(['revert', 'delete'])('upload-update with the operation %s needs the scope manage too', async (operation) => {
  const owner = await server.admin()
  const form = { modelName: 'none', operation }
  const uploader = await server.withToken(owner, ['upload'])
  expect((await uploader.postForm('upload-update', form)).body.code).toBe('SCOPE_MISSING')
  const manager = await server.withToken(owner, ['upload', 'manage'])
  expect((await manager.postForm('upload-update', form)).body.code).toBe('NOT_FOUND')
})

test.each([
  ['GET', 'tokens'],
  ['POST', 'tokens'],
  ['GET', 'invitations'],
  ['GET', 'account/sessions'],
  ['PATCH', 'account'],
  ['POST', 'logout'],
])('%s %s takes no token whatever its scopes', async (method, path) => {
  const script = await server.withToken(await server.admin(), [...ALL_SCOPES])
  const answer = await script.send(method, path, method === 'GET' ? {} : { json: {} })
  expect(answer).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } })
})

test('a token changes things without an anti-forgery header', async () => {
  const script = await server.withToken(await server.admin(), ['admin'])
  await server.signUp('managed1')
  expect((await script.patch('accounts/managed1', { state: 'active' })).status).toBe(200)
})

test('a token revokes itself and no other', async () => {
  const owner = await server.signUp('selfrevoker')
  const [one, other] = [
    (await owner.post('tokens', { name: 'one', scopes: ['read'] })).body,
    (await owner.post('tokens', { name: 'other', scopes: ['read', 'manage'] })).body,
  ]
  const script = createTestClient(server.api, { bearer: one.secret })
  expect((await script.delete(`tokens/${other.token.id}`)).status).toBe(404)
  expect((await script.delete(`tokens/${one.token.id}`)).status).toBe(200)
  expect((await script.get('session')).status).toBe(401)
  expect((await owner.get('tokens')).body.tokens).toEqual([other.token])
})

test('an expired, a revoked and an invented token are refused alike', async () => {
  const owner = await server.signUp('revoker1')
  const expiring = await owner.post('tokens', { name: 'short', scopes: ['read'], expiresAt: server.clock.now() + DAY })
  const revoked = await owner.post('tokens', { name: 'gone', scopes: ['read'] })
  expect((await owner.delete(`tokens/${revoked.body.token.id}`)).body).toEqual({ success: true })
  const use = (bearer: string) => createTestClient(server.api, { bearer }).get('session')
  expect((await use(expiring.body.secret)).status).toBe(200)
  server.clock.advance(DAY)
  for (const secret of [expiring.body.secret, revoked.body.secret, 'omen_invented']) {
    expect(await use(secret)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  }
})

test("somebody else's token is neither listed nor revoked", async () => {
  const owner = await server.signUp('tokens01')
  const stranger = await server.signUp('tokens02')
  const { body } = await owner.post('tokens', { name: 'mine', scopes: ['read'] })
  expect((await stranger.get('tokens')).body.tokens).toEqual([])
  expect(await stranger.delete(`tokens/${body.token.id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await createTestClient(server.api, { bearer: body.secret }).get('session')).status).toBe(200)
})

test('secrets are stored as hashes only', async () => {
  const owner = await server.signUp('secrets1')
  const { body } = await owner.post('tokens', { name: 'hashed', scopes: ['read'] }, { 'Idempotency-Key': 'k1' })
  const cookie = owner.cookie.split('=')[1]!
  const { rows } = await dump()
  expect(rows.length).toBeGreaterThan(3)
  const all = JSON.stringify(rows)
  expect(all).toContain('secrets1')
  expect(all).not.toContain(body.secret)
  expect(all).not.toContain(cookie)
  expect(all).not.toContain('Right_pass1')
})

async function dump(): Promise<{ rows: unknown[] }> {
  const tables = ['accounts', 'sessions', 'tokens', 'signup_codes', 'temp_passwords', 'idempotent_answers']
  const results = await Promise.all(tables.map((table) => server.ctx.db.execute(`select * from ${table}`)))
  return { rows: results.flatMap((result) => (result as unknown as { rows: unknown[] }).rows) }
}

test.each([
  ['no scope', { name: 'x', scopes: [] }, 'scopes'],
  ['an unknown scope', { name: 'x', scopes: ['root'] }, 'scopes.0'],
  ['a past end', { name: 'x', scopes: ['read'], expiresAt: 1 }, 'expiresAt'],
  ['no name', { name: '', scopes: ['read'] }, 'name'],
  ['a NUL in the name', { name: 'a\0b', scopes: ['read'] }, 'name'],
])('%s is refused', async (_, fields, field) => {
  const answer = await (await server.admin()).post('tokens', fields)
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } })
})
