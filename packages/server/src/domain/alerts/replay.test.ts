import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts, deliveries } from '../../schema/index.ts'
import type { AlertPreview } from '../../schema/wire-types.ts'
import { addShopProject, day, type ShopProject, shopFault, shopStep } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sendAlerts } from './send.ts'

const quietDays = 8
const days = 10
const rowsADay = day / shopStep
/** Less than an hour's, by which an alert may be late. */
const rowsAtOnce = 9

const faults = [
  shopFault('cpu-hog', 1, quietDays * 24 + 3, 1.5),
  shopFault('disk-hog', 4, quietDays * 24 + 12, 1.5),
  shopFault('network-hog', 0, quietDays * 24 + 20, 1.5),
  shopFault('instance-down', 3, quietDays * 24 + 33, 1.25),
  shopFault('silent-collector', 0, quietDays * 24 + 40, 1),
]

let server: TestServer
let owner: TestClient
let openGate = () => {}
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  // Rows are read when their samples have been sent: they would be late otherwise
  const { points } = server.ctx
  const { readGrid } = points
  let gate = Promise.resolve()
  points.readGrid = async (...request) => {
    await gate
    return readGrid(...request)
  }
  closeGate = () => {
    const closed = Promise.withResolvers<void>()
    gate = closed.promise
    openGate = closed.resolve
  }
})
let closeGate = () => {}
afterAll(async () => {
  openGate()
  await server.close()
})

const own = {
  ...{ 'pvalue-email': 0.9999, 'cvalue-email': 3, quietMinutes: 1440, sendsRecovery: true, escalateMinutes: 45 },
  ...{ minAnomalyRatioFilter: 0.05, onlyWithCause: false, recipients: ['a@example.com', 'b@example.com'] },
  thresholds: [
    { metric: 'disk_*', ignoreBelow: 20 },
    { metric: 'network_send', kpi: true },
    { metric: 'disk_write', alertAbove: 60 },
  ],
}

const sentOf = async ({ sourceId }: ShopProject) =>
  (await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId)).orderBy(asc(alerts.at))).map(
    ({ kind, message }) => {
      return {
        kind,
        at: message.at,
        starts: message.incidents.map(({ start }) => start).sort(),
        of: message.incidentsTotal,
      }
    },
  )

async function previewOf(projectName: string) {
  const { preview }: { preview: AlertPreview } = (await owner.get(`emailAlertSetting?projectName=${projectName}`)).body
  return preview.alerts
    .map(({ kind, at, incidents, incidentsTotal }) => {
      return { kind, at, starts: incidents.map(({ start }) => start).sort(), of: incidentsTotal }
    })
    .reverse()
}

describe('a preview of the last 30 days', () => {
  it('is what is sent when they are lived through', { timeout: 400_000 }, async () => {
    const began = Math.ceil(server.clock.now() / shopStep) * shopStep
    const add = (projectName: string) => addShopProject(server, owner, { projectName, began, faults })
    const set = (projectName: string) => owner.post('emailAlertSetting', { projectName, ...own })
    const lived = [await add('default-lived'), await add('own-lived')]
    expect((await set('own-lived')).status).toBe(200)
    const advance = async (projects: readonly ShopProject[], rows: number) => {
      closeGate()
      server.clock.advance(rows * shopStep)
      for (const project of projects) await project.send(rows)
      openGate()
      for (const project of projects) await project.scored()
      for (const { sourceId } of projects) await sendAlerts(server.ctx, sourceId)
    }
    // Rows are complete some seconds after their end
    server.clock.advance(10_000)
    for (let sent = 0; sent < days * rowsADay; ) {
      const rows = sent < quietDays * rowsADay ? rowsADay : Math.min(rowsAtOnce, days * rowsADay - sent)
      await advance(lived, rows)
      sent += rows
    }
    // The session of a month ago has ended
    owner = await server.signIn('owner001')
    const past = [await add('default-past'), await add('own-past')]
    await set('own-past')
    for (let sent = 0; sent < days * rowsADay; sent += rowsADay)
      for (const project of past) await project.send(rowsADay)
    for (const project of past) await project.scored()

    const [byDefault, byOwn] = await Promise.all(lived.map(sentOf))
    expect(byDefault!.length).toBeGreaterThan(3)
    expect(new Set(byOwn!.map(({ kind }) => kind))).toEqual(new Set(['opened', 'escalated', 'recovered']))
    const [limits] = await server.ctx.db
      .select({ count: sql<number>`count(*)::int` })
      .from(alerts)
      .where(sql`${alerts.incidentIds}::text like '%limit-%'`)
    expect(limits!.count).toBeGreaterThan(0)
    expect(await previewOf('default-past')).toEqual(byDefault)
    expect(await previewOf('default-lived')).toEqual(byDefault)
    expect(await previewOf('own-past')).toEqual(byOwn)
    expect(await previewOf('own-lived')).toEqual(byOwn)
    const all = await server.ctx.db.select().from(deliveries)
    expect(all.every(({ state }) => state === 'waiting')).toBe(true)
  })
})
