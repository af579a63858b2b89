import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findings, predictions, projects, series, sources } from '../../schema/index.ts'
import type { UserValues } from '../../schema/wire-types.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { predictProjects } from './predict-projects.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** More than the 30 hours that are looked at. */
const ROWS = 2100
const PATIENTLY = { timeout: 15_000, interval: 300 }

let server: TestServer
let owner: TestClient
let sourceId: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  await fill('shop', {
    'disk[db1]': (row) => 20 + 0.02 * row + noise(row, 0),
    'inodes[db1]': (row) => 500 - 0.1 * row + 4 * noise(row, 1),
    'load[web1]': (row) => 50 + 20 * Math.sin((2 * Math.PI * row) / 1440) + 4 * noise(row, 2),
    'requests[web1]': (row) => 10 * row,
  })
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
  sourceId = source!.id
  await server.ctx.db
    .update(series)
    .set({ type: 'counter' })
    .where(and(eq(series.sourceId, sourceId), eq(series.metric, 'requests')))
})
afterAll(() => server.close())

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

/** A project with a value a minute of each series, the last of them now. */
async function fill(projectName: string, valuesOf: Record<string, (row: number) => number>) {
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  const began = Math.floor(server.clock.now() / MINUTE) * MINUTE - (ROWS - 1) * MINUTE
  const points = Object.entries(valuesOf).flatMap(([name, valueAt]) => {
    const [, metric, instance] = /^(.*)\[(.*)\]$/.exec(name)!
    return Array.from({ length: ROWS }, (_, row) => ({
      metric,
      instance,
      time: began + row * MINUTE,
      value: valueAt(row),
    }))
  })
  const sender = createTestClient(server.api, { bearer: secret })
  for (let first = 0; first < points.length; first += 3000)
    await sender.post('ingest/points', { points: points.slice(first, first + 3000) })
  await vi.waitFor(async () => {
    const { body } = await owner.get(`liveAnalysis?projectName=${projectName}&buckets=1`)
    expect(body).toMatchObject({ state: 'live' })
  }, PATIENTLY)
}

const values = async (client = owner): Promise<UserValues> => (await client.get('dashboard-uservalues')).body

/** Predicts anew, whether or not it is due. */
async function predict(): Promise<void> {
  await server.ctx.db.update(projects).set({ predictionsDueAt: null })
  await predictProjects(server.ctx, new AbortController().signal)
}

describe('the predictions of a project', () => {
  it('name what leaves its range within a day, by instance: not what repeats itself each day, nor what counts', async () => {
    await predict()
    const { predicted, projects: listed } = await values()
    expect(predicted).toHaveLength(1)
    const [one] = predicted
    const now = server.clock.now()
    expect(one).toMatchObject({ projectName: 'shop', owner: 'owner001', instance: 'db1', series: 2 })
    const { about, earliest, latest, limit, metric, side, historyMs } = one!
    // The last values of both are about the edges of their ranges
    const edge = metric === 'disk' ? 20 + 0.02 * ROWS : 500 - 0.1 * ROWS
    expect([metric, side]).toEqual(metric === 'disk' ? ['disk', 'above'] : ['inodes', 'below'])
    expect(Math.abs(limit - edge)).toBeLessThan(4)
    expect(earliest).toBeLessThanOrEqual(about)
    expect(about).toBeLessThanOrEqual(latest)
    expect(latest).toBeLessThanOrEqual(now + 24 * HOUR)
    expect(historyMs).toBeGreaterThan(30 * HOUR)
    expect(listed.map(({ predictedIncidents }) => predictedIncidents)).toEqual([1])
  })

  it('say since when they are made, and go when they do not come true any more', async () => {
    const { since } = (await values()).predicted[0]!
    const gone = { side: 'above' as const, limit: 90, about: since, earliest: since, latest: since + 48 * HOUR }
    const [load] = await server.ctx.db
      .select()
      .from(series)
      .where(and(eq(series.sourceId, sourceId), eq(series.metric, 'load')))
    await server.ctx.db.insert(predictions).values({ ...gone, sourceId, series: load!.number, historyMs: HOUR, since })
    expect((await values()).predicted.map(({ metric }) => metric)).toContain('load')
    await predict()
    const { predicted } = await values()
    expect(predicted.map(({ instance, since: then }) => [instance, then])).toEqual([['db1', since]])
  })

  it('are made anew when they are due', async () => {
    const dueAt = async () =>
      (await server.ctx.db.select().from(projects).where(eq(projects.sourceId, sourceId)))[0]!.predictionsDueAt!
    const soon = server.clock.now() + MINUTE
    const dueAfterRound = async (time: number) => {
      await server.ctx.db.update(projects).set({ predictionsDueAt: time }).where(eq(projects.sourceId, sourceId))
      await predictProjects(server.ctx, new AbortController().signal)
      return dueAt()
    }
    // The server's own round, which found it due before, may end between the two
    await vi.waitFor(async () => expect(await dueAfterRound(soon)).toBe(soon), PATIENTLY)
    expect(await dueAfterRound(server.clock.now() - 1)).toBeGreaterThanOrEqual(server.clock.now() + 14 * MINUTE)
  })

  it('are nobody else’s, and no more than that once there is an incident', async () => {
    expect((await values(await server.signUp('stranger'))).predicted).toEqual([])
    const numbers = await server.ctx.db.select({ number: predictions.series }).from(predictions)
    for (const { number } of numbers)
      await server.ctx.db.insert(findings).values({
        sourceId,
        type: 'period',
        key: `k${number}`,
        number: 0,
        kind: 'anomaly',
        rows: 1,
        severity: 5,
        direction: 1,
        startTime: server.clock.now() - MINUTE,
        endTime: null,
        leadSeries: number,
        detail: {} as never,
      })
    expect((await values()).predicted).toEqual([])
  })
})
