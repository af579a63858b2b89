import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_INTEGRATIONS } from '../../domain/integrations/index.ts'
import { integrations } from '../../schema/index.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

let server: TestServer
let receiver: Receiver
let client: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api', outboundAllow: ['127.0.0.1'] } })
  receiver = await startReceiver()
  client = await server.signUp('alerted1')
  other = await server.signUp('another1')
})
beforeEach(() => {
  receiver.answer = () => ({ status: 200, body: 'ok' })
})
afterEach(async () => {
  receiver.requests.length = 0
  await server.ctx.db.delete(integrations)
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const ask = (operation: string, fields: object = {}, by = client) =>
  by.post('service-integration', { operation, ...fields })
const SLACK = { provider: 'slack', account: 'on-call' }
const addSlack = (by = client) => ask('add', { ...SLACK, serviceKey: `${receiver.url}/hook/topsecret` }, by)

test('an integration is added, listed without its key, and deleted', async () => {
  const added = await addSlack()
  expect(added.status).toBe(200)
  const expected = {
    ...SLACK,
    hint: expect.stringMatching(/^127\.0\.0\.1:\d+\/…cret$/),
    projectNames: null,
    isForEscalation: false,
    stoppedAt: null,
    stoppedText: null,
    lastDelivery: null,
  }
  expect(added.body.integration).toMatchObject(expected)
  expect(added.body.signingSecret).toBeUndefined()
  const listed = await client.get('service-integration')
  expect(listed.body.integrations).toMatchObject([expected])
  expect((await ask('list')).body.integrations).toEqual(listed.body.integrations)
  expect(JSON.stringify([added.body, listed.body])).not.toContain('topsecret')
  const [row] = await server.ctx.db.select().from(integrations)
  expect(Buffer.from(row!.serviceKey).includes('topsecret')).toBe(false)
  expect((await ask('delete', SLACK)).body.integrations).toEqual([])
  expect((await ask('delete', SLACK)).body.code).toBe('NOT_FOUND')
})

test('an integration is changed, what is omitted stays, and a dry run only tells what would differ', async () => {
  const added = await ask('add', { provider: 'webhook', account: 'bus', serviceKey: `${receiver.url}/one` })
  await client.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const bus = { provider: 'webhook', account: 'bus' }
  const other = { serviceKey: `${receiver.url}/two`, projectNames: ['shop'], isForEscalation: false }
  expect((await ask('change', { ...bus, ...other, dryRun: true })).body.changes).toEqual(['serviceKey', 'projectNames'])
  expect((await client.get('service-integration')).body.integrations[0]).toEqual(added.body.integration)
  const changed = await ask('change', { ...bus, ...other })
  expect(changed.body.integrations[0]).toMatchObject({ ...bus, projectNames: ['shop'], isForEscalation: false })
  expect((await ask('change', { ...bus, ...other })).body.changes).toEqual([])
  const again = await ask('change', { ...bus, allProjects: true })
  expect([again.body.changes, again.body.integrations[0].projectNames]).toEqual([['projectNames'], null])
  await ask('test', bus)
  expect(receiver.requests[0]!.path).toBe('/two')
  expect((await ask('change', { ...bus, serviceKey: 'ftp://nowhere' })).body.details[0].field).toBe('serviceKey')
})

test('an integration whose projects are all gone gets alerts of all again when that is asked for', async () => {
  await client.post('add-custom-project', { projectName: 'gone', samplingInterval: 1 })
  await ask('add', { ...SLACK, serviceKey: `${receiver.url}/hook`, projectNames: ['gone'] })
  await client.post('remove-project', { projectName: 'gone', confirm: 'gone' })
  const changed = await ask('change', { ...SLACK, allProjects: true })
  expect([changed.body.changes, changed.body.integrations[0].projectNames]).toEqual([['projectNames'], null])
})

test('an integration whose key cannot be opened takes a new one, unless it signs what it sends', async () => {
  const spoil = (account: string) =>
    server.ctx.db
      .update(integrations)
      .set({ serviceKey: new Uint8Array(60) })
      .where(eq(integrations.account, account))
  const change = { serviceKey: `${receiver.url}/anew` }
  await addSlack()
  await spoil('on-call')
  expect((await ask('change', { ...SLACK, isForEscalation: true })).body.code).toBe('CONFLICT')
  expect((await ask('change', { ...SLACK, ...change })).body.changes).toEqual(['serviceKey'])
  const hook = { provider: 'webhook', account: 'bus' }
  await ask('add', { ...hook, ...change })
  await spoil('bus')
  expect((await ask('change', { ...hook, ...change })).body.code).toBe('CONFLICT')
})

test('the endpoint of PagerDuty is told', async () => {
  const endpoint = `${receiver.url}/v2/enqueue`
  const added = await ask('add', { provider: 'pagerduty', account: 'sre', serviceKey: 'a'.repeat(32), endpoint })
  expect(added.body.integration.endpoint).toBe(endpoint)
  const elsewhere = { provider: 'pagerduty', account: 'sre', endpoint: `${receiver.url}/elsewhere` }
  expect((await ask('change', elsewhere)).body.details[0]).toMatchObject({ field: 'serviceKey', rule: 'required' })
  expect((await ask('change', { ...elsewhere, serviceKey: 'b'.repeat(32) })).status).toBe(200)
})

test('a test sends a message and tells what came of it, in words', async () => {
  await addSlack()
  const sent = await ask('test', SLACK)
  expect(sent.body.delivery).toMatchObject({
    alertKind: 'trial',
    state: 'sent',
    attempts: 1,
    error: null,
    projectName: null,
  })
  expect(JSON.parse(receiver.requests[0]!.body).text).toContain('test of this integration')
  receiver.answer = () => ({ status: 404, body: 'no_service' })
  const failed = await ask('test', SLACK)
  expect(failed.body.delivery).toMatchObject({ state: 'failed', error: 'It answered 404: no_service.', nextAt: null })
  expect(failed.body.integrations[0].lastDelivery).toMatchObject({
    state: 'failed',
    error: 'It answered 404: no_service.',
  })
  const inChinese = { 'Accept-Language': 'zh-CN' }
  const chinese = await client.get('service-integration', inChinese)
  expect(chinese.body.integrations[0].lastDelivery.error).toBe('对方返回 404：no_service。')
  const listed = await client.get('service-integration/deliveries?state=failed', inChinese)
  expect(listed.body.deliveries[0].error).toBe('对方返回 404：no_service。')
  const deliveries = await client.get('service-integration/deliveries?account=on-call')
  expect(deliveries.body.deliveries.map((one: { state: string }) => one.state)).toEqual(['failed', 'sent'])
  expect(deliveries.body.page.total).toBe(2)
  expect((await client.get('service-integration/deliveries?state=sent')).body.page.total).toBe(1)
  expect((await client.get('service-integration/deliveries?provider=email')).body.deliveries).toEqual([])
})

test('a test that succeeds resumes an integration that was stopped', async () => {
  await addSlack()
  await server.ctx.db.update(integrations).set({ stoppedAt: 1, stoppedBy: { code: 'text', text: 'gone' } })
  receiver.answer = () => ({ status: 500 })
  expect((await ask('test', SLACK)).body.integrations[0].stoppedText).toBe('gone')
  receiver.answer = () => ({ status: 200, body: 'ok' })
  expect((await ask('test', SLACK)).body.integrations[0]).toMatchObject({ stoppedAt: null, stoppedText: null })
})

test('a private address is refused when it is tested, with the setting that permits it', async () => {
  await ask('add', { ...SLACK, serviceKey: 'http://169.254.169.254/latest' })
  expect((await ask('test', SLACK)).body.delivery.error).toMatch(/not a public address.*OMEN_OUTBOUND_ALLOW/)
})

test('the signing secret of a webhook is shown once', async () => {
  const webhook = { provider: 'webhook', account: 'receiver' }
  const { body } = await ask('add', { ...webhook, serviceKey: receiver.url })
  expect(body.signingSecret).toMatch(/^omen_sig_[\w-]{43}$/)
  await ask('test', webhook)
  expect(receiver.requests[0]!.headers['x-omen-delivery']).toBeDefined()
  expect(JSON.stringify((await ask('list')).body)).not.toContain(body.signingSecret)
})

test('mail is tested like the others', async () => {
  const email = { provider: 'email', account: 'team' }
  expect((await ask('add', { ...email, serviceKey: 'not an address' })).body.message).toBe(
    'Please enter a correct e-mail address',
  )
  expect((await ask('add', { ...email, serviceKey: 'Team@Example.com' })).body.integration.hint).toBe(
    'team@example.com',
  )
  expect((await ask('test', email)).body.delivery).toMatchObject({ provider: 'email', state: 'sent' })
  expect((await server.outbox.take('team@example.com')).subject).toBeDefined()
})

test('projects of the owner may be chosen, others do not exist', async () => {
  await client.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  await other.post('add-custom-project', { projectName: 'theirs', samplingInterval: 1 })
  const key = { ...SLACK, serviceKey: receiver.url }
  expect(
    (await ask('add', { ...key, projectNames: ['shop', 'SHOP'], isForEscalation: true })).body.integration,
  ).toMatchObject({
    projectNames: ['shop'],
    isForEscalation: true,
  })
  const theirs = { ...key, account: 'b', projectNames: ['theirs@another1'] }
  expect((await ask('add', theirs)).body.code).toBe('NOT_FOUND')
})

test('other accounts neither see nor test nor delete it, and may use the same name', async () => {
  await addSlack()
  await ask('test', SLACK)
  expect((await other.get('service-integration')).body.integrations).toEqual([])
  expect((await other.get('service-integration/deliveries')).body.deliveries).toEqual([])
  for (const operation of ['test', 'delete']) expect((await ask(operation, SLACK, other)).body.code).toBe('NOT_FOUND')
  expect((await addSlack(other)).status).toBe(200)
})

test.each([
  [{}, 'provider'],
  [{ provider: 'slack' }, 'account'],
  [{ provider: 'slack', account: 'a' }, 'serviceKey'],
  [{ provider: 'slack', account: ' ', serviceKey: 'https://a.example' }, 'account'],
  [{ provider: 'slack', account: 'a\nb', serviceKey: 'https://a.example' }, 'account'],
  [{ provider: 'slack', account: 'a', serviceKey: 'hooks.slack.com' }, 'serviceKey'],
  [{ provider: 'slack', account: 'a', serviceKey: 'https://a.example', endpoint: 'https://b.example' }, 'endpoint'],
  [{ provider: 'pagerduty', account: 'a', serviceKey: 'short' }, 'serviceKey'],
  [{ provider: 'pagerduty', account: 'a', serviceKey: 'a'.repeat(32), endpoint: 'nowhere' }, 'endpoint'],
  [{ provider: 'sms', account: 'a', serviceKey: 'a' }, 'provider'],
])('%j is refused by its field', async (fields, field) => {
  const { status, body } = await ask('add', fields)
  expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
})

test('duplicates and more than fifty are refused', async () => {
  expect((await addSlack()).status).toBe(200)
  const again = await ask('add', { ...SLACK, account: 'On-Call', serviceKey: receiver.url })
  expect([again.status, again.body.details[0].field]).toEqual([409, 'account'])
  const rest = Array.from({ length: MAX_INTEGRATIONS - 1 }, (_, number) => ({
    ...SLACK,
    account: `n${number}`,
    serviceKey: receiver.url,
  }))
  for (const fields of rest) expect((await ask('add', fields)).status).toBe(200)
  const full = await ask('add', { ...SLACK, account: 'one too many', serviceKey: receiver.url })
  expect([full.status, full.body.message]).toEqual([409, 'An account may have 50 integrations. Delete one first.'])
})

test('after thirty tests in an hour the next one has to wait, though the integration is a new one', async () => {
  const third = await server.signUp('tester01')
  await addSlack(third)
  for (let sent = 0; sent < 30; sent++) expect((await ask('test', SLACK, third)).status).toBe(200)
  await ask('delete', SLACK, third)
  await addSlack(third)
  const refused = await ask('test', SLACK, third)
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000)
  expect(receiver.requests).toHaveLength(30)
  expect((await ask('list', {}, third)).status).toBe(200)
})
