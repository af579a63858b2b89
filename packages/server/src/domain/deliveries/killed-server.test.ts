import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { alerts, deliveries, integrations } from '../../schema/index.ts'
import { sampleAlert } from '../../testing/sample-alert.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const data = mkdtempSync(join(tmpdir(), 'omen-killed-'))
let running: ServerProcess | undefined
afterAll(async () => {
  await running?.kill()
  rmSync(data, { recursive: true, force: true })
})

/** A webhook of the administrator, and an alert that waits for it. */
async function prepare(address: string): Promise<void> {
  const server = await startTestServer({ data, settings: { role: 'api' } })
  const admin = await server.admin()
  const webhook = { operation: 'add', provider: 'webhook', account: 'hub', serviceKey: address }
  await admin.post('service-integration', webhook)
  const { db } = server.ctx
  const [integration] = await db.select({ id: integrations.id }).from(integrations)
  await db
    .insert(alerts)
    .values({ id: 'a1', kind: 'opened', key: 'a1', at: 0, createdAt: Date.now(), message: sampleAlert() })
  const delivery = { id: 'd1', alertId: 'a1', integrationId: integration!.id, target: 'hub', state: 'waiting' as const }
  await db.insert(deliveries).values({ ...delivery, nextAt: 0 })
  await server.close()
}

test('a server that is killed while it sends sends it again, by the same id, and only then notes it', {
  timeout: 120_000,
}, async () => {
  const receiver = await startReceiver(() => undefined)
  await prepare(receiver.url)
  const env = { OMEN_OUTBOUND_ALLOW: '127.0.0.1' }
  running = await startServerProcess(data, env)
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), 20_000)
  await running.kill()
  receiver.answer = () => ({ status: 200 })
  running = await startServerProcess(data, env)
  const admin = await running.admin()
  await vi.waitFor(async () => {
    const { body } = await admin.get('service-integration/deliveries')
    expect(body.deliveries).toMatchObject([{ id: 'd1', state: 'sent', attempts: 2, error: null }])
  }, 20_000)
  expect(receiver.requests.map(({ headers }) => headers['x-omen-delivery'])).toEqual(['d1', 'd1'])
  expect(receiver.requests[0]!.body).toBe(receiver.requests[1]!.body)
  await running.stop()
  await receiver.close()
})
