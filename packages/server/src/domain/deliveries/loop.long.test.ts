import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts, deliveries, sources } from '../../schema/index.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import { eventually } from '../../testing/eventually.ts'
import { sampleAlert, sampleIncident } from '../../testing/sample-alert.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Caller } from '../context.ts'
import { addIntegration } from '../integrations/index.ts'
import { startDeliveries } from './loop.ts'

let server: TestServer
let receiver: Receiver
let sourceId: string
let owner: Caller
let loop: { stop(): Promise<void> } | undefined
beforeAll(async () => {
  server = await startTestServer({
    settings: { role: 'api', outboundAllow: ['127.0.0.1'], publicUrl: 'https://omen.example' },
    isClockStill: true,
  })
  receiver = await startReceiver()
  const client = await server.signUp('sender01')
  await client.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
  sourceId = source!.id
  owner = {
    accountId: source!.ownerId,
    userName: 'sender01',
    role: 'member',
    via: 'session',
    scopes: [],
    credentialId: '',
  }
})
afterAll(async () => {
  await loop?.stop()
  await server.close()
  await receiver.close()
})

async function addWebhook(account: string, serviceKey = `${receiver.url}/${account}`): Promise<string> {
  const request = {
    provider: 'webhook',
    account,
    serviceKey,
    isForEscalation: false,
  } as const
  return (await addIntegration(server.ctx, owner, request, 'en')).integration.id
}

interface Order {
  integrationId?: string | null
  target?: string
  message?: AlertMessage
  at?: number
}

let made = 0
async function order({ integrationId = null, target = 'a', message = sampleAlert(), at = 0 }: Order): Promise<string> {
  const id = `d${++made}`
  const { db, clock } = server.ctx
  const alert = { id: `a${made}`, sourceId, kind: message.kind, key: id, at, createdAt: clock.now(), message }
  const incidentIds = message.incidents.map((incident) => incident.incidentId)
  await db.insert(alerts).values({ ...alert, incidentIds })
  const delivery = { id, alertId: alert.id, integrationId, target, state: 'waiting' as const, nextAt: clock.now() }
  await db.insert(deliveries).values(delivery)
  return id
}

/** The services that are sent to take real time; retries that are due are looked for within a second of the clock. */
const until = (check: () => Promise<void> | void, patienceMs = 10_000) =>
  eventually({ clock: server.clock }, check, { withinMs: 1000, patienceMs })
const idsSent = () => receiver.requests.map(({ headers }) => headers['x-omen-delivery'])

test('a thousand deliveries arrive within a minute, each once', async () => {
  const integrationIds = await Promise.all(['one', 'two', 'three', 'four'].map((account) => addWebhook(account)))
  const ids: string[] = []
  for (let number = 0; number < 1000; number++)
    ids.push(await order({ integrationId: integrationIds[number % 4]!, message: digest() }))
  loop = await startDeliveries(server.ctx)
  await until(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(1000), 60_000)
  await until(async () => expect(await server.ctx.db.$count(deliveries, eq(deliveries.state, 'sent'))).toBe(1000))
  expect(idsSent().sort()).toEqual(ids.sort())
})

/** Of an incident that no other one tells of. */
const digest = () => sampleAlert({ kind: 'digest', incidents: [sampleIncident({ incidentId: `i-${made}` })] })
