import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alerts, deliveries, integrations, projects } from '../../schema/index.ts'
import { type DeliveryWorld, openDeliveryWorld } from '../../testing/delivery-world.ts'
import { sampleAlert, sampleIncident } from '../../testing/sample-alert.ts'
import type { Receiver } from '../../testing/start-receiver.ts'
import type { TestServer } from '../../testing/start-test-server.ts'
import { listIntegrations } from '../integrations/index.ts'
import { attemptDelivery } from './attempt.ts'
import { DELIVERY_CHANNEL } from './channel.ts'
import { claimDeliveries } from './claim.ts'
import { readDelivery } from './delivery-row.ts'
import { startDeliveries } from './loop.ts'

let world: DeliveryWorld
let server: TestServer
let receiver: Receiver
let order: DeliveryWorld['order']
let until: DeliveryWorld['until']
let loop: { stop(): Promise<void> } | undefined
beforeAll(async () => {
  world = await openDeliveryWorld()
  ;({ server, receiver, order, until } = world)
})
beforeEach(() => {
  receiver.answer = () => ({ status: 200, body: 'ok' })
})
afterEach(async () => {
  await stop()
  await server.ctx.db.delete(alerts)
  await server.ctx.db.delete(integrations)
  receiver.requests.length = 0
})
afterAll(() => world.close())

const stateOf = async (id: string) => (await server.ctx.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]
const start = async (): Promise<void> => {
  loop = await startDeliveries(server.ctx)
}
/** Attempts that hang are given up after the time that they have when a server stops. */
const stop = async (): Promise<void> => {
  const stopped = loop?.stop()
  loop = undefined
  await server.clock.advance(3000)
  await stopped
}
test('what waits is sent, and what comes later at once, with a link to the page', async () => {
  const integrationId = await world.addWebhook('one')
  const first = await order({ integrationId })
  await start()
  await until(async () => expect(await stateOf(first)).toMatchObject({ state: 'sent', attempts: 1, leasedBy: null }))
  const second = await order({
    integrationId,
    message: sampleAlert({ incidents: [sampleIncident({ incidentId: 'i2' })] }),
  })
  const before = Date.now()
  await server.ctx.notifications.publish(DELIVERY_CHANNEL, '')
  await until(() => expect(world.idsSent()).toEqual([first, second]))
  expect(Date.now() - before).toBeLessThan(900)
  const { link } = JSON.parse(receiver.requests[0]!.body)
  expect(link).toBe('https://omen.example/incidents/inc1')
})

test('recipients get mail', async () => {
  const id = await order({ target: 'somebody@example.com' })
  await start()
  expect((await server.outbox.take('somebody@example.com')).text).toContain('cpu on node4')
  await until(async () => expect((await stateOf(id))!.state).toBe('sent'))
})

test('a failure is tried again, later each time, and given up after ten attempts', async () => {
  receiver.answer = () => ({ status: 503, body: 'down' })
  const id = await order({ integrationId: await world.addWebhook('one') })
  await start()
  for (let attempt = 1; attempt <= 10; attempt++) {
    await until(async () => expect(await stateOf(id)).toMatchObject({ attempts: attempt, leasedBy: null }))
    const row = await stateOf(id)
    expect(row!.state).toBe(attempt < 10 ? 'waiting' : 'failed')
    expect(row!.error).toMatchObject({ status: 503, answer: { text: 'down' } })
    server.clock.advance(Math.max(0, row!.nextAt - server.clock.now()))
  }
  expect(new Set(world.idsSent())).toEqual(new Set([id]))
  expect(receiver.requests).toHaveLength(10)
})

test('Retry-After is honoured by all that waits for the service, and is no attempt', async () => {
  receiver.answer = () => ({ status: 429, headers: { 'Retry-After': '120' } })
  const integrationId = await world.addWebhook('one')
  const first = await order({ integrationId })
  await start()
  await until(async () => expect((await stateOf(first))!.error).toMatchObject({ status: 429 }))
  const row = await stateOf(first)
  expect(row!.attempts).toBe(0)
  expect(row!.nextAt - server.clock.now()).toBeGreaterThan(115_000)
  receiver.answer = () => ({ status: 200 })
  server.clock.advance(121_000)
  await until(async () => expect(await stateOf(first)).toMatchObject({ state: 'sent', attempts: 1 }))
})

test.each(['0', 'Mon, 23 Nov 2020 09:00:00 GMT', '1'])('Retry-After: %s is no wait', async (wait) => {
  receiver.answer = () => ({ status: 429, headers: { 'Retry-After': wait } })
  const id = await order({ integrationId: await world.addWebhook('one') })
  await start()
  await until(async () => expect(await stateOf(id)).toMatchObject({ attempts: 1, leasedBy: null }))
  expect((await stateOf(id))!.nextAt - server.clock.now()).toBeGreaterThan(8000)
  expect(receiver.requests).toHaveLength(1)
})

test('an address that is gone stops the integration and what waits for it', async () => {
  receiver.answer = () => ({ status: 410, body: 'channel_is_archived' })
  const integrationId = await world.addWebhook('one')
  const message = sampleAlert({ kind: 'recovered' })
  const ids = [await order({ integrationId, at: 1 }), await order({ integrationId, at: 2, message })]
  await start()
  for (const id of ids)
    await until(async () =>
      expect(await stateOf(id)).toMatchObject({
        state: 'stopped',
        error: { code: 'answered', status: 410, answer: { text: 'channel_is_archived', isWebPage: false } },
      }),
    )
  expect(receiver.requests).toHaveLength(1)
  const [integration] = await listIntegrations(server.ctx, world.owner, 'en')
  expect(integration!.stoppedText).toBe('It answered 410: channel_is_archived.')
})

test('a refusal for good is not repeated', async () => {
  receiver.answer = () => ({ status: 400, body: 'invalid_payload' })
  const id = await order({ integrationId: await world.addWebhook('one') })
  await start()
  await until(async () => expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 1 }))
})

test('the end of an incident waits for its beginning', async () => {
  receiver.answer = () => ({ status: 503 })
  const integrationId = await world.addWebhook('one')
  const end = await order({ integrationId, at: 2, message: sampleAlert({ kind: 'recovered' }) })
  const beginning = await order({ integrationId, at: 1 })
  await start()
  await until(async () => expect(await stateOf(beginning)).toMatchObject({ attempts: 1, leasedBy: null }))
  expect((await stateOf(end))!.attempts).toBe(0)
  receiver.answer = () => ({ status: 200 })
  server.clock.advance(11_000)
  await until(async () => expect((await stateOf(end))!.state).toBe('sent'))
  expect(world.idsSent()).toEqual([beginning, beginning, end])
})

test('the next time that an instance is down waits for the end of the last', async () => {
  receiver.answer = () => ({ status: 503 })
  const integrationId = await world.addWebhook('one')
  const part = (start: number) => [sampleIncident({ incidentId: `i1:node2:${start}` })]
  const next = await order({ integrationId, at: 74, message: sampleAlert({ incidents: part(70) }) })
  const end = await order({ integrationId, at: 55, message: sampleAlert({ kind: 'recovered', incidents: part(34) }) })
  await start()
  await until(async () => expect(await stateOf(end)).toMatchObject({ attempts: 1, leasedBy: null }))
  expect((await stateOf(next))!.attempts).toBe(0)
  receiver.answer = () => ({ status: 200 })
  server.clock.advance(11_000)
  await until(async () => expect((await stateOf(next))!.state).toBe('sent'))
  expect(world.idsSent()).toEqual([end, end, next])
})

test('the end of an incident waits for the digest that told of it, and for nothing else', async () => {
  receiver.answer = () => ({ status: 503 })
  const integrationId = await world.addWebhook('one')
  const incidents = ['i1', 'i2'].map((incidentId) => sampleIncident({ incidentId }))
  const digest = await order({ integrationId, at: 1, message: sampleAlert({ kind: 'digest', incidents }) })
  const over = (incidentId: string) => sampleAlert({ kind: 'recovered', incidents: [sampleIncident({ incidentId })] })
  const ends = [
    await order({ integrationId, at: 2, message: over('i2') }),
    await order({ integrationId, at: 2, message: over('i3') }),
  ]
  await start()
  await until(async () => expect(await stateOf(digest)).toMatchObject({ attempts: 1, leasedBy: null }))
  await until(async () => expect(await stateOf(ends[1]!)).toMatchObject({ attempts: 1, leasedBy: null }))
  expect((await stateOf(ends[0]!))!.attempts).toBe(0)
})

test('an attempt that a killed server made is known by its id when it is made again', async () => {
  const id = await order({ integrationId: await world.addWebhook('one') })
  expect(await claimDeliveries(server.ctx, 10)).toEqual([id])
  expect(await stateOf(id)).toMatchObject({ attempts: 1, state: 'waiting' })
  const row = await readDelivery(server.ctx, id)
  await attemptDelivery(server.ctx, row!)
  // Killed here, before what came of it was noted
  await server.ctx.db.update(deliveries).set({ leasedBy: 'the server before' })
  await start()
  await until(async () => expect(await stateOf(id)).toMatchObject({ attempts: 2, state: 'sent' }))
  expect(world.idsSent()).toEqual([id, id])
})

test('what another server has leased is left to it until it is silent', async () => {
  const id = await order({ integrationId: await world.addWebhook('one') })
  const now = server.clock.now()
  await server.ctx.db.update(deliveries).set({ leasedBy: 'another server', leasedUntil: now + 60_000, attempts: 1 })
  expect(await claimDeliveries(server.ctx, 10)).toEqual([])
  server.clock.advance(60_001)
  expect(await claimDeliveries(server.ctx, 10)).toEqual([id])
})

test('an attempt that lasts longer than its lease keeps it', async () => {
  receiver.answer = () => undefined
  const id = await order({ integrationId: await world.addWebhook('hangs') })
  await start()
  await until(() => expect(receiver.requests).toHaveLength(1))
  for (let renewed = 0; renewed < 3; renewed++) {
    server.clock.advance(40_000)
    const now = server.clock.now()
    await until(async () => expect((await stateOf(id))!.leasedUntil).toBeGreaterThan(now + 50_000))
  }
  expect(await claimDeliveries(server.ctx, 10)).toEqual([])
})

test('two servers never take the same delivery', async () => {
  const integrationIds = await Promise.all(['one', 'two', 'three'].map((account) => world.addWebhook(account)))
  for (let number = 0; number < 24; number++)
    await order({ integrationId: integrationIds[number % 3]!, message: world.digest() })
  const claims = await Promise.all(Array.from({ length: 6 }, () => claimDeliveries(server.ctx, 24)))
  const taken = claims.flat()
  expect(new Set(taken).size).toBe(taken.length)
})

test('an integration that hangs delays no other', async () => {
  receiver.answer = ({ path }) => (path === '/hangs' ? undefined : { status: 200 })
  const hangs = await world.addWebhook('hangs')
  for (let number = 0; number < 100; number++) await order({ integrationId: hangs, message: world.digest() })
  const works = await world.addWebhook('works')
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => order({ integrationId: works, message: world.digest() })),
  )
  const before = Date.now()
  await start()
  await until(() => expect(receiver.requests.filter(({ path }) => path === '/works')).toHaveLength(ids.length))
  expect(Date.now() - before).toBeLessThan(3000)
  expect(receiver.requests.filter(({ path }) => path === '/hangs').length).toBeLessThanOrEqual(8)
})

test('what hangs at many integrations does not keep others from being looked for', async () => {
  receiver.answer = ({ path }) => (path === '/works' ? { status: 200 } : undefined)
  const hanging = await Promise.all(Array.from({ length: 6 }, (_, number) => world.addWebhook(`hangs${number}`)))
  for (let number = 0; number < 48; number++)
    await order({ integrationId: hanging[number % 6]!, message: world.digest() })
  await start()
  await until(() => expect(receiver.requests).toHaveLength(48))
  const id = await order({ integrationId: await world.addWebhook('works') })
  await server.ctx.notifications.publish(DELIVERY_CHANNEL, '')
  await until(async () => expect((await stateOf(id))!.state).toBe('sent'), 3000)
})

test('an answer that drips for longer than an attempt may take is tried again', async () => {
  const drips = createServer((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(drips, 'listening')
  const integrationId = await world.addWebhook('drips', `http://127.0.0.1:${(drips.address() as AddressInfo).port}/`)
  const row = await readDelivery(server.ctx, await order({ integrationId }))
  const before = Date.now()
  expect(await attemptDelivery(server.ctx, row!, { patienceMs: 300 })).toEqual({
    kind: 'retry',
    failure: { code: 'late' },
  })
  expect(Date.now() - before).toBeLessThan(2000)
  const stopped = attemptDelivery(server.ctx, row!, { signal: AbortSignal.timeout(100) })
  await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
  drips.closeAllConnections()
  drips.close()
})

test('what is under way when the server stops is due again', async () => {
  receiver.answer = () => undefined
  const id = await order({ integrationId: await world.addWebhook('hangs') })
  await start()
  await until(() => expect(receiver.requests).toHaveLength(1))
  await stop()
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 1, leasedBy: null })
})

test('nothing is sent for a project that was removed', async () => {
  const id = await order({ integrationId: await world.addWebhook('one') })
  await server.ctx.db.update(projects).set({ removedAt: 1 }).where(eq(projects.sourceId, world.sourceId))
  await start()
  await until(async () => expect((await stateOf(id))!.state).toBe('stopped'))
  await server.ctx.db.update(projects).set({ removedAt: null }).where(eq(projects.sourceId, world.sourceId))
  expect(receiver.requests).toEqual([])
})
