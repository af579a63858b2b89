import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { localOffsetMs } from '../accounts/index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 5 * MINUTE
const ZONE = 'Europe/Berlin'

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
  change = Math.floor(server.clock.now() / HOUR) * HOUR
  while (localOffsetMs(ZONE, change) === localOffsetMs(ZONE, change - HOUR)) change += HOUR
  server.clock.advance(change - DAY - server.clock.now())
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
  return Array.from({ length: (to - from) / STEP }, (_, k) => {
    const time = from + k * STEP
    const angle = (2 * Math.PI * (time + localOffsetMs(ZONE, time))) / DAY
    const value = 100 - 20 * Math.cos(angle) + 8 * Math.sin(3 * angle) + 3 * noise(time / STEP)
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
    await expect.poll(position, { timeout: 60_000, interval: 250 }).toBeGreaterThanOrEqual(to - STEP)
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
  const [here, elsewhere, moved] = [await add('here', ZONE), await add('elsewhere', 'UTC'), await add('moved', 'UTC')]
  const projects = [here, elsewhere, moved]
  await pass(projects, change - 16 * DAY, change - DAY)
  expect((await owner.patch('projects/moved', { timeZone: ZONE })).body.project.timeZone).toBe(ZONE)
  await pass(projects, change - DAY, change + DAY)
  expect(await foundIn(elsewhere, change)).not.toEqual([])
  expect(await foundIn(here, change - DAY)).toEqual([])
  expect(await foundIn(moved, change - DAY)).toEqual([])
})
