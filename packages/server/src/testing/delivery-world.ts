import { eq } from 'drizzle-orm'
import type { Caller } from '../domain/context.ts'
import { addIntegration } from '../domain/integrations/index.ts'
import { alerts, deliveries, sources } from '../schema/index.ts'
import type { AlertMessage } from '../schema/wire-types.ts'
import { eventually } from './eventually.ts'
import { sampleAlert, sampleIncident } from './sample-alert.ts'
import { type Receiver, startReceiver } from './start-receiver.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

interface Order {
  integrationId?: string | null
  target?: string
  message?: AlertMessage
  at?: number
}

/** A server without a delivery loop of its own, a project, and a service that receives what the loop of a test sends. */
export interface DeliveryWorld {
  readonly server: TestServer
  readonly receiver: Receiver
  readonly sourceId: string
  readonly owner: Caller
  addWebhook(account: string, serviceKey?: string): Promise<string>
  /** Stores a waiting delivery and its alert; resolves with the id of the delivery: `d1`, `d2` and so on. */
  order(given: Order): Promise<string>
  /** A message about an incident that no other one is about. */
  digest(): AlertMessage
  /** Advances the clock until the check passes. Services respond in real time; due retries are claimed within a second of the clock. */
  until(check: () => Promise<void> | void, patienceMs?: number): Promise<void>
  idsSent(): (string | string[] | undefined)[]
  close(): Promise<void>
}

export async function openDeliveryWorld(): Promise<DeliveryWorld> {
  const server = await startTestServer({
    settings: { role: 'api', outboundAllow: ['127.0.0.1'], publicUrl: 'https://omen.example' },
    isClockStill: true,
  })
  const receiver = await startReceiver()
  const { db, clock } = server.ctx
  const client = await server.signUp('sender01')
  await client.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const [source] = await db.select().from(sources).where(eq(sources.name, 'shop'))
  const sourceId = source!.id
  const owner: Caller = {
    accountId: source!.ownerId,
    userName: 'sender01',
    role: 'member',
    via: 'session',
    scopes: [],
    credentialId: '',
  }
  let made = 0
  return {
    server,
    receiver,
    sourceId,
    owner,
    async addWebhook(account, serviceKey = `${receiver.url}/${account}`) {
      const request = { provider: 'webhook', account, serviceKey, isForEscalation: false } as const
      return (await addIntegration(server.ctx, owner, request, 'en')).integration.id
    },
    async order({ integrationId = null, target = 'a', message = sampleAlert(), at = 0 }) {
      const id = `d${++made}`
      const alert = { id: `a${made}`, sourceId, kind: message.kind, key: id, at, createdAt: clock.now(), message }
      const incidentIds = message.incidents.map((incident) => incident.incidentId)
      await db.insert(alerts).values({ ...alert, incidentIds })
      const delivery = { id, alertId: alert.id, integrationId, target, state: 'waiting' as const, nextAt: clock.now() }
      await db.insert(deliveries).values(delivery)
      return id
    },
    digest: () => sampleAlert({ kind: 'digest', incidents: [sampleIncident({ incidentId: `i-${made}` })] }),
    until: (check, patienceMs = 10_000) => eventually({ clock: server.clock }, check, { withinMs: 1000, patienceMs }),
    idsSent: () => receiver.requests.map(({ headers }) => headers['x-omen-delivery']),
    async close() {
      await server.close()
      await receiver.close()
    },
  }
}
