import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvHeader, csvLine } from '../../../../../samples/shop/csv.ts'
import type { Fault } from '../../../../../samples/shop/faults.ts'
import { createShop } from '../../../../../samples/shop/shop.ts'
import { incidents, livePositions, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { decodeBatch, ingestPoints } from '../ingest/index.ts'

const hour = 3_600_000
const day = 24 * hour
const step = 5 * 60_000
const days = 28

let server: TestServer
let owner: TestClient
/** Of the first sample, which is one of a Monday in the shop. */
let began: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  began = Math.floor(server.clock.now() / step) * step - days * day
})
afterAll(() => server.close())

const monday = Date.UTC(2026, 8, 7)

/** One fault a day in the last week, as in the sample files. */
function faultsOfWeek(): Fault[] {
  const span = (kind: Fault['kind'], node: number, hours: number, forHours: number): Fault => {
    const from = monday + 21 * day + hours * hour
    return { kind, node, from, to: from + forHours * hour }
  }
  return [
    span('cpu-hog', 1, 3, 1.5),
    span('memory-leak', 2, 24 + 8, 9),
    span('disk-hog', 4, 48 + 11, 100 / 60),
    span('network-hog', 0, 72 + 3.5, 1.5),
    span('instance-down', 3, 96 + 9, 1.25),
    span('silent-collector', 0, 120 + 15, 1),
    span('bad-release', 2, 144 + 10, 12),
  ]
}

/** Four weeks of the sample shop, sent and scored. */
async function addShop(projectName: string, faults: readonly Fault[]): Promise<string> {
  const request = { projectName, samplingInterval: 5, retrainDays: 0 }
  await owner.post('add-custom-project', request)
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const sender = { sourceId: source!.id, keyId: '', mayRead: false }
  const shop = createShop({ seed: 20_261_005, from: monday, stepMs: step, faults })
  const row = new Float64Array(shop.names.length)
  const rows = (days * day) / step
  const sample = 288
  for (let sent = 0; sent < rows; sent += sample) {
    let text = csvHeader(shop.names)
    for (let k = 0; k < sample; k++) {
      shop.next(row)
      text += csvLine(began + (sent + k) * step, row)
    }
    const body = new TextEncoder().encode(text)
    const batch = await decodeBatch(server.ctx, sender, { protocol: 'csvPoints', body, encoding: 'identity' })
    await ingestPoints(server.ctx, sender, batch)
  }
  const position = async () =>
    (await server.ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, source!.id)))[0]?.position
  const last = began + (rows - 2) * step
  await expect.poll(position, { timeout: 120_000, interval: 200 }).toBeGreaterThanOrEqual(last)
  return source!.id
}

describe('the default alerts of the sample shop', () => {
  it('explore', { timeout: 300_000 }, async () => {
    const id = await addShop('faulty', faultsOfWeek())
    const found = await server.ctx.db
      .select()
      .from(incidents)
      .where(eq(incidents.sourceId, id))
      .orderBy(incidents.onset)
    for (const one of found) console.log('incident', ((one.onset - began) / day).toFixed(3), one.state)
    console.time('preview')
    const { setting, preview } = (await owner.get('emailAlertSetting?projectName=faulty')).body
    console.timeEnd('preview')
    console.log(setting, preview.total)
    for (const one of preview.alerts)
      console.log(
        ((one.at - began) / day).toFixed(3),
        one.kind,
        one.incidents.map((i: any) => i.sentence + ' ' + ((i.start - began) / day).toFixed(3)),
      )
  })
})
