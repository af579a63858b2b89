import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts, deliveries, integrations } from '../../schema/index.ts'
import type { Delivery } from '../../schema/wire-types.ts'
import { faultySamples } from '../../testing/alert-incident.ts'
import { startOutbox } from '../../testing/outbox.ts'
import { sampleAlert } from '../../testing/sample-alert.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
/** Two starts and scoring on a busy machine. */
const PATIENCE_MS = 120_000
let data: string
let running: ServerProcess | undefined
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'omen-killed-'))
})
afterEach(async () => {
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
  timeout: 400_000,
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
  }, PATIENCE_MS)
  expect(receiver.requests.map(({ headers }) => headers['x-omen-delivery'])).toEqual(['d1', 'd1'])
  expect(receiver.requests[0]!.body).toBe(receiver.requests[1]!.body)
  await running.stop()
  await receiver.close()
})

test('a burst of alerts that a kill cuts off reaches every address by the same ids, and no incident is sent anew', {
  timeout: 400_000,
}, async () => {
  const names = ['shop1', 'shop2', 'shop3']
  const recipients = Array.from({ length: 12 }, (_, index) => `reader${index}@example.com`)
  const hooks = ['one', 'two', 'three', 'four']
  const outbox = await startOutbox({ onRcptTo: (_address, _session, done) => void setTimeout(done, 100) })
  const receiver = await startReceiver(() => (receiver.requests.length > 4 ? undefined : { status: 200 }))
  const env = { OMEN_OUTBOUND_ALLOW: '127.0.0.1', OMEN_SMTP_URL: outbox.url }
  const began = Math.floor(Date.now() / MINUTE) * MINUTE - 900 * MINUTE
  const samplesOf = (from: number, to: number) =>
    faultySamples({ began, rows: { from, to }, fault: { from: 875, to: 900 } })

  running = await startServerProcess(data, env)
  const admin = await running.admin()
  for (const account of hooks) {
    const hook = { operation: 'add', provider: 'webhook', account, serviceKey: `${receiver.url}/${account}` }
    expect((await admin.post('service-integration', hook)).status).toBe(200)
  }
  const secrets: string[] = []
  for (const projectName of names) {
    secrets.push((await admin.post('add-custom-project', { projectName, samplingInterval: 1 })).body.secret)
    expect((await admin.post('emailAlertSetting', { projectName, recipients })).status).toBe(200)
  }
  const send = async (points: object[]) => {
    for (const bearer of secrets) {
      const { status } = await createTestClient(running!.api, { bearer }).post('ingest/points', { points })
      expect(status).toBe(200)
    }
  }
  await send(samplesOf(0, 898))
  await vi.waitFor(() => {
    expect(receiver.requests.length).toBeGreaterThan(4)
    expect(outbox.mails.length).toBeGreaterThan(8)
  }, PATIENCE_MS)
  await running.kill()
  const arrived = { mails: outbox.mails.length, requests: receiver.requests.length }
  expect(arrived.mails).toBeLessThan(names.length * recipients.length)

  receiver.answer = () => ({ status: 200 })
  running = await startServerProcess(data, env)
  await send(samplesOf(898, 900))
  const total = names.length * (recipients.length + hooks.length)
  const again = await running.admin()
  const readAll = async (): Promise<Delivery[]> =>
    (await again.get('service-integration/deliveries?pageSize=100')).body.deliveries
  await vi.waitFor(async () => {
    expect((await readAll()).map(({ state }) => state)).toEqual(Array.from({ length: total }, () => 'sent'))
  }, PATIENCE_MS)
  // Planned again by now, with samples that came after the restart
  await vi.waitFor(async () => {
    for (const name of names)
      expect((await again.get(`liveAnalysis?projectName=${name}&buckets=1`)).body.position).toBeGreaterThanOrEqual(
        began + 899 * MINUTE,
      )
  }, PATIENCE_MS)
  const all = await readAll()
  expect(new Set(all.map(({ alertKind }) => alertKind))).toEqual(new Set(['opened']))
  expect(new Set(all.map(({ projectName, target }) => `${projectName} ${target}`)).size).toBe(total)
  expect(all).toHaveLength(total)

  const inLane = 8
  const ids = outbox.mails.map(({ email }) => email.messageId)
  const mailed = new Set(outbox.mails.map(({ to, subject }) => `${to} ${subject}`))
  expect([mailed.size, new Set(ids).size]).toEqual([36, 36])
  expect(ids.length - mailed.size).toBeLessThanOrEqual(inLane)
  const requests = receiver.requests.map(({ headers, body }) => `${headers['x-omen-delivery']} ${body}`)
  expect(new Set(requests).size).toBe(names.length * hooks.length)
  expect(new Set(receiver.requests.map(({ headers }) => headers['x-omen-delivery'])).size).toBe(12)
  // What hung when it was killed came again
  expect(requests.length).toBeGreaterThan(12)
  expect(requests.length - 12).toBeLessThanOrEqual(hooks.length * inLane)
  await running.stop()
  await receiver.close()
  await outbox.close()
})
