import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { localOffsetMs } from '../accounts/index.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const step = 5 * minute
const zone = 'Europe/Berlin'

let server: TestServer
let owner: TestClient
/** The next time at which clocks are changed there. */
let change: number
/** Time passes at once: rows are read when their samples have been sent. */
let sent: Promise<unknown> = Promise.resolve()
beforeAll(async () => {
  server = await startTestServer()
  const { points } = server.ctx
  const { readGrid } = points
  points.readGrid = async (...request) => {
    await sent
    return readGrid(...request)
  }
  change = Math.floor(server.clock.now() / hour) * hour
  while (localOffsetMs(zone, change) === localOffsetMs(zone, change - hour)) change += hour
  server.clock.advance(change - day - server.clock.now())
  // A session would end on the way
  owner = await server.withToken(await server.signUp('local001'), ['read', 'upload', 'manage'])
})
afterAll(() => server.close())

/** The same for the same row, from -1 to 1. */
function noise(row: number): number {
  const x = Math.sin(row * 12.9898) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

/** A wave by the clocks of the zone. */
function samples(from: number, to: number) {
  return Array.from({ length: (to - from) / step }, (_, k) => {
    const time = from + k * step
    const angle = (2 * Math.PI * (time + localOffsetMs(zone, time))) / day
    const value = 100 - 20 * Math.cos(angle) + 8 * Math.sin(3 * angle) + 3 * noise(time / step)
    return { metric: 'load', instance: 'node1', time, value }
  })
}

async function add(projectName: string, timeZone: string) {
  const { body } = await owner.post('add-custom-project', {
    projectName,
    samplingInterval: 5,
    timeZone,
    retrainDays: 0,
  })
  expect(body).toMatchObject({ project: { timeZone } })
  const [found] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, projectName))
  return { projectName, sender: createTestClient(server.api, { bearer: body.secret }), id: found!.id }
}
type Added = Awaited<ReturnType<typeof add>>

/** Lets time pass, sends what came meanwhile, and waits until it is scored. */
async function pass(projects: readonly Added[], from: number, to: number): Promise<void> {
  server.clock.advance(Math.max(0, to - server.clock.now()))
  sent = Promise.all(projects.map(({ sender }) => sender.post('ingest/points', { points: samples(from, to) })))
  await sent
  for (const { projectName } of projects) {
    const position = async () => (await owner.get(`liveAnalysis?projectName=${projectName}`)).body.position
    await expect.poll(position, { timeout: 60_000, interval: 250 }).toBeGreaterThanOrEqual(to - step)
  }
}

const foundIn = ({ id }: Added, since: number) =>
  server.ctx.db
    .select({ start: findings.startTime })
    .from(findings)
    .where(eq(findings.sourceId, id))
    .then((rows) => rows.filter(({ start }) => start >= since))

it('follows the clocks of the zone of the project, also of one that is given while it runs', {
  timeout: 240_000,
}, async () => {
  const [here, elsewhere, moved] = [await add('here', zone), await add('elsewhere', 'UTC'), await add('moved', 'UTC')]
  const projects = [here, elsewhere, moved]
  await pass(projects, change - 16 * day, change - day)
  expect((await owner.patch('projects/moved', { timeZone: zone })).body.project.timeZone).toBe(zone)
  await pass(projects, change - day, change + day)
  expect(await foundIn(elsewhere, change)).not.toEqual([])
  expect(await foundIn(here, change - day)).toEqual([])
  expect(await foundIn(moved, change - day)).toEqual([])
})
