import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts, deliveries } from '../../schema/index.ts'
import type { AlertPreview } from '../../schema/wire-types.ts'
import { passTime } from '../../testing/live-through.ts'
import { addShopProject, DAY, SHOP_STEP, type ShopProject, shopFault } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const QUIET_DAYS = 10
const DAYS = QUIET_DAYS + 2
const ROWS_A_DAY = DAY / SHOP_STEP
/** Less than an hour's, by which an alert may be late. */
const ROWS_AT_ONCE = 9

const faults = [
  shopFault('cpu-hog', 1, QUIET_DAYS * 24 + 3, 1.5),
  shopFault('disk-hog', 4, QUIET_DAYS * 24 + 12, 1.5),
  shopFault('network-hog', 0, QUIET_DAYS * 24 + 20, 1.5),
  shopFault('instance-down', 3, QUIET_DAYS * 24 + 33, 1.25),
  shopFault('silent-collector', 0, QUIET_DAYS * 24 + 40, 1),
]

let server: TestServer
let owner: TestClient
/** Of the first sample: at midnight, since seasons go by the clock. */
let began: number
beforeAll(async () => {
  server = await startTestServer()
  began = Math.ceil(server.clock.now() / DAY) * DAY
  server.clock.advance(began - server.clock.now())
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

const OWN = {
  'pvalue-email': 0.9999,
  'cvalue-email': 3,
  quietMinutes: 1440,
  sendsRecovery: true,
  escalateMinutes: 45,
  minAnomalyRatioFilter: 0.05,
  onlyWithCause: false,
  recipients: ['a@example.com', 'b@example.com'],
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

describe('a preview', () => {
  // Two days are lived through, three quarters of an hour at a time: a minute of work on an idle machine
  it('is what is sent when its days are lived through', async () => {
    const add = (projectName: string) => addShopProject(server, owner, { projectName, began, faults })
    const set = (projectName: string) => owner.post('emailAlertSetting', { projectName, ...OWN })
    const lived = await add('lived')
    expect((await set('lived')).status).toBe(200)
    const time = passTime(server)
    for (let sent = 0; sent < DAYS * ROWS_A_DAY; ) {
      const rows = sent === 0 ? QUIET_DAYS * ROWS_A_DAY : Math.min(ROWS_AT_ONCE, DAYS * ROWS_A_DAY - sent)
      await time.pass(rows, [lived])
      sent += rows
    }
    // The session has ended
    owner = await server.signIn('owner001')
    const past = await add('past')
    await set('past')
    for (let sent = 0; sent < DAYS * ROWS_A_DAY; sent += ROWS_A_DAY) await past.send(ROWS_A_DAY)
    await past.scored()

    const sent = await sentOf(lived)
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['opened', 'escalated', 'recovered']))
    const ids = await server.ctx.db.select({ ids: alerts.incidentIds }).from(alerts)
    expect(ids.some(({ ids: [id = ''] }) => id.startsWith('limit-'))).toBe(true)
    expect(await previewOf('past')).toEqual(sent)
    expect(await previewOf('lived')).toEqual(sent)
    const states = async () => (await server.ctx.db.select().from(deliveries)).map(({ state }) => state)
    await expect.poll(async () => new Set(await states()), { timeout: 30_000 }).toEqual(new Set(['sent']))
    expect(await states()).toHaveLength(OWN.recipients.length * sent.length)
  }, 300_000)
})
