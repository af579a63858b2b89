import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../../../samples/shop/faults.ts'
import { alerts, incidents } from '../../schema/index.ts'
import { addShopProject, day, shopFault, shopStep } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const days = 28
const rowsADay = day / shopStep
const faultsSince = 21

/** One a day of the last week, as in the sample files. */
const faults = [
  shopFault('cpu-hog', 1, faultsSince * 24 + 3, 1.5),
  shopFault('memory-leak', 2, (faultsSince + 1) * 24 + 8, 9),
  shopFault('disk-hog', 4, (faultsSince + 2) * 24 + 11, 100 / 60),
  shopFault('network-hog', 0, (faultsSince + 3) * 24 + 3.5, 1.5),
  shopFault('instance-down', 3, (faultsSince + 4) * 24 + 9, 1.25),
  shopFault('silent-collector', 0, (faultsSince + 5) * 24 + 15, 1),
  shopFault('bad-release', 2, (faultsSince + 6) * 24 + 10, 12),
]

let server: TestServer
let owner: TestClient
/** Of the first sample. */
let began: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  began = Math.floor(server.clock.now() / shopStep) * shopStep - days * day
})
afterAll(() => server.close())

/** Four weeks of the shop, sent at once. */
async function addPast(projectName: string, faults: readonly Fault[]): Promise<string> {
  const project = await addShopProject(server, owner, { projectName, began, faults })
  for (let sent = 0; sent < days; sent++) await project.send(rowsADay)
  await project.scored()
  return project.sourceId
}

const previewOf = async (projectName: string) =>
  (await owner.get(`emailAlertSetting?projectName=${projectName}`)).body.preview

describe('the default alerts of the sample shop', () => {
  it('are one for each of its seven faults', { timeout: 120_000 }, async () => {
    const sourceId = await addPast('faulty', faults)
    const found = await server.ctx.db.select().from(incidents).where(eq(incidents.sourceId, sourceId))
    expect(found.filter(({ onset }) => onset >= began + faultsSince * day)).toHaveLength(7)
    const preview = await previewOf('faulty')
    const sentences = preview.alerts.map(({ incidents: [one] }: { incidents: { sentence: string }[] }) => one!.sentence)
    expect(sentences.reverse().map((sentence: string) => sentence.split(/ reached| went| was/)[0])).toEqual([
      ...['cpu on node2', 'memory on node3', 'disk_write on node5', 'network_send on node1'],
      ...['node4', 'the collector', 'cpu on node3'],
    ])
    expect(preview.total).toBe(7)
    expect(preview.byDay.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1])
    // All but the last are long over
    const sent = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId))
    expect(sent.filter(({ at }) => at < server.clock.now() - day)).toEqual([])
  })
  it('are none in quiet weeks', { timeout: 120_000 }, async () => {
    await addPast('quiet', [])
    expect((await previewOf('quiet')).total).toBe(0)
  })
})
