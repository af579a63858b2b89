import { and, asc, eq, gte } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incidentRecords, incidents, projects } from '../../schema/index.ts'
import type { IncidentDetail } from '../../schema/wire-types.ts'
import { passTime } from '../../testing/live-through.ts'
import { addShopProject, day, type ShopProject, shopFault } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { recordIncidents } from './record-incidents.ts'

const faultsSince = 14
const rowsADay = 288

/** One a day of the last week, and what is among the first three causes of each; a collector that is silent has none. */
const faults = [
  { fault: shopFault('cpu-hog', 1, faultsSince * 24 + 3, 1.5), cause: /^cpu on node2/ },
  { fault: shopFault('memory-leak', 2, (faultsSince + 1) * 24 + 8, 9), cause: /^memory on node3/ },
  { fault: shopFault('disk-hog', 4, (faultsSince + 2) * 24 + 11, 100 / 60), cause: /^disk_write on node5/ },
  { fault: shopFault('network-hog', 0, (faultsSince + 3) * 24 + 3.5, 1.5), cause: /^network_send on node1/ },
  { fault: shopFault('instance-down', 3, (faultsSince + 4) * 24 + 9, 1.25), cause: /node4/ },
  { fault: shopFault('silent-collector', 0, (faultsSince + 5) * 24 + 15, 1), cause: undefined },
  { fault: shopFault('bad-release', 2, (faultsSince + 6) * 24 + 10, 12), cause: /node3/ },
]

let server: TestServer
let owner: TestClient
let shop: ShopProject
let ids: string[]
beforeAll(async () => {
  server = await startTestServer()
  const began = Math.ceil(server.clock.now() / day) * day
  server.clock.advance(began - server.clock.now())
  owner = await server.signUp('owner001')
  const time = passTime(server)
  shop = await addShopProject(server, owner, { projectName: 'shop', began, faults: faults.map(({ fault }) => fault) })
  for (let passed = 0; passed < faultsSince + 7; passed++) await time.pass(rowsADay, [shop])
  const isLate = and(eq(incidents.sourceId, shop.sourceId), gte(incidents.onset, began + faultsSince * day))
  const rows = await server.ctx.db.select().from(incidents).where(isLate).orderBy(asc(incidents.onset))
  ids = rows.map(({ id }) => id)
  owner = await server.signIn('owner001')
}, 900_000)
afterAll(() => server.close())

const read = async (id: string): Promise<IncidentDetail> => (await owner.get(`incidents/${id}`)).body

describe('a week of the sample shop', () => {
  it('has an incident for each of its seven faults, with what was done among the first three causes', async () => {
    expect(ids).toHaveLength(faults.length)
    for (const [index, { cause }] of faults.entries()) {
      const { causes, incident, timeline, picture } = await read(ids[index]!)
      if (cause === undefined) {
        expect(incident.family).toBe('collector')
        continue
      }
      expect(causes.slice(0, 3).map(({ sentence }) => sentence)).toContainEqual(expect.stringMatching(cause))
      expect(timeline.length).toBeGreaterThan(0)
      expect(picture.source).toBe('points')
    }
  })
  it('keeps causes and pictures of incidents that are over, for what comes after their points', async () => {
    await server.ctx.db.delete(incidentRecords)
    await recordIncidents(server.ctx, new AbortController().signal)
    expect(await server.ctx.db.$count(incidentRecords)).toBeGreaterThanOrEqual(faults.length)
    const before = await read(ids[0]!)
    await server.ctx.db.update(projects).set({ retentionDays: 1 }).where(eq(projects.sourceId, shop.sourceId))
    await server.ctx.points.deleteLiveBefore(shop.sourceId, server.clock.now() - day)
    const after = await read(ids[0]!)
    expect(after).toMatchObject({ causesState: 'kept', causes: before.causes, retention: { hasPassed: true } })
    expect(after.retention.sentence).toContain('deleted with age')
    expect(after.picture).toEqual({ ...before.picture, source: 'kept' })
  })
})
