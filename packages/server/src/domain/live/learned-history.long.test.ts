import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, livePositions, sources } from '../../schema/index.ts'
import { eventually, pass } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 10_000
/** The sender's interval was a minute until then. */
const FINE = 2.5 * DAY
const LENGTH = 12.5 * DAY
const BATCH = 12_000

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  // At noon: nothing here depends on the time of the day
  await server.clock.advance(1.5 * DAY - (server.clock.now() % DAY))
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

/** The same so long before the end, around 0. */
function noiseAt(ago: number): number {
  const x = Math.sin((ago / STEP) * 12.9898) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

interface Point {
  readonly metric: string
  readonly instance: string
  readonly time: number
  readonly value: number
}

/** Each third day a job runs on node1 for ten minutes, the last time in the last ten; then node2 does the same, for the first time. */
function historyUntil(end: number): Point[] {
  const points: Point[] = []
  for (let time = end - LENGTH; time < end; time += end - time > FINE ? MINUTE : STEP) {
    const ago = end - time
    const isJob = ago % (3 * DAY) <= 10 * MINUTE && ago % (3 * DAY) > 0
    const isFault = ago <= 10 * MINUTE
    for (const [instance, isHigh] of [
      ['node1', isJob],
      ['node2', isFault],
    ] as const)
      points.push({ metric: 'cpu', instance, time, value: 50 + 3 * noiseAt(ago) + (isHigh ? 30 : 0) })
  }
  return points
}

async function findingsOf(projectName: string) {
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const found = await db.select().from(findings).where(eq(findings.sourceId, source!.id)).orderBy(findings.startTime)
  const [scored] = await db.select().from(livePositions).where(eq(livePositions.sourceId, source!.id))
  return { found, position: scored?.position ?? 0 }
}

/** Sends the batches in their order to a new project, which is scored meanwhile. */
async function sendHistory(projectName: string, intervalMs: number, batches: readonly Point[][]): Promise<void> {
  const request = { projectName, samplingInterval: intervalMs / MINUTE }
  const { secret } = (await owner.post('add-custom-project', request)).body
  const sender = createTestClient(server.api, { bearer: secret })
  for (const points of batches) {
    expect((await sender.post('ingest/points', { points })).status).toBe(200)
    await pass(server, 3000)
  }
}

const inOrder = (batches: Point[][]) => batches
const newestFirst = (batches: Point[][]) => batches.toReversed()

describe('the history of a project', () => {
  it.each([
    ['in the order of time', inOrder],
    ['the newest first', newestFirst],
  ])(
    'of many days, sent %s, teaches its jobs, and a fault that looks like one is found',
    {
      timeout: 120_000,
    },
    async (way, sort) => {
      const projectName = `history-${way.length}`
      const end = Math.floor(server.clock.now() / STEP) * STEP
      const points = historyUntil(end)
      const batches = Array.from({ length: Math.ceil(points.length / BATCH) }, (_, k) =>
        points.slice(k * BATCH, (k + 1) * BATCH),
      )
      await sendHistory(projectName, STEP, sort(batches))
      await eventually(server, async () => {
        const { found, position } = await findingsOf(projectName)
        expect(position).toBeGreaterThanOrEqual(end - STEP)
        const periods = found.filter(({ type }) => type === 'period')
        // The second series is that of node2
        expect(periods.map(({ leadSeries, startTime }) => [leadSeries, startTime - end])).toEqual([[1, -10 * MINUTE]])
      })
    },
  )

  it('raises no alarm in its first day, which arrives last', async () => {
    const end = Math.floor(server.clock.now() / MINUTE) * MINUTE
    const rowsBack = (from: number, to: number): Point[] =>
      Array.from({ length: from - to }, (_, row) => {
        const time = end - (from - row) * MINUTE
        const isJob = from - row > 65 * 60 && from - row <= 65 * 60 + 10
        return { metric: 'cpu', instance: 'node1', time, value: 50 + 3 * noiseAt(end - time) + (isJob ? 30 : 0) }
      })
    await sendHistory('two-parts', MINUTE, [rowsBack(36 * 60, 0), rowsBack(72 * 60, 36 * 60)])
    await eventually(server, async () =>
      expect((await findingsOf('two-parts')).position).toBeGreaterThanOrEqual(end - MINUTE),
    )
    // What arrived late is scored within a minute
    await pass(server, MINUTE)
    const { found } = await findingsOf('two-parts')
    expect(found.filter(({ type }) => type === 'period')).toEqual([])
  })
})
