import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, livePositions, series, sources } from '../../schema/index.ts'
import { eventually, pass } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const STEP_MS = 10_000
const HOUR_MS = 3_600_000
const ROWS = 30 * 360
const columns = ['cpu', 'memory'].flatMap((metric) => ['node1', 'node2', 'node3'].map((instance) => [metric, instance]))

interface Point {
  readonly metric: string
  readonly instance: string
  readonly time: number
  readonly value: number
}

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

/** Thirty hours up to `end`, with faults of ten minutes after 6, 14 and 25 hours. */
function historyUntil(end: number): Point[] {
  const isFault = (row: number, column: number): boolean =>
    [6, 14, 25].some((hour, which) => column === 2 * which && row >= hour * 360 && row < hour * 360 + 60)
  return Array.from({ length: ROWS }, (_, row) =>
    columns.map(([metric, instance], column) => ({
      metric: metric!,
      instance: instance!,
      time: end - (ROWS - row) * STEP_MS,
      value: 50 + 4 * noise(row, column) + (isFault(row, column) ? 40 : 0),
    })),
  ).flat()
}

async function addProject(projectName: string): Promise<(points: readonly Point[]) => Promise<void>> {
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: STEP_MS / 60_000 })).body
  const sender = createTestClient(server.api, { bearer: secret })
  return async (points) => void expect((await sender.post('ingest/points', { points })).status).toBe(200)
}

async function sendInBatches(
  send: (points: readonly Point[]) => Promise<void>,
  points: readonly Point[],
  { size = 10_000, pauseMs = 0 }: { size?: number; pauseMs?: number } = {},
): Promise<void> {
  for (let from = 0; from < points.length; from += size) {
    if (from > 0) await server.clock.sleep(pauseMs)
    await send(points.slice(from, from + size))
  }
}

async function findingsOf(projectName: string) {
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  // Series are numbered in the order in which they arrive
  const kept = await db
    .select({ finding: findings, lead: series.seriesId })
    .from(findings)
    .leftJoin(series, and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries)))
    .where(eq(findings.sourceId, source!.id))
    .orderBy(findings.startTime)
  const found = kept.map(({ finding, lead }) => ({ ...finding, lead }))
  const [scored] = await db.select().from(livePositions).where(eq(livePositions.sourceId, source!.id))
  return { found, position: scored?.position ?? 0 }
}

describe('history of a new project', () => {
  it('gives the same findings in one batch or in many, quickly or slowly, by one sender or two', {
    timeout: 240_000,
  }, async () => {
    const end = Math.floor(server.clock.now() / STEP_MS) * STEP_MS - HOUR_MS
    const history = historyUntil(end)
    const of = (name: string) => history.filter(({ metric }) => metric === name)
    const ways: Record<string, (send: (points: readonly Point[]) => Promise<void>) => Promise<void>> = {
      whole: (send) => send(history),
      quick: (send) => sendInBatches(send, history),
      slow: (send) => sendInBatches(send, history, { size: 25_000, pauseMs: 12_000 }),
      two: async (send) => {
        for (const name of ['cpu', 'memory']) await sendInBatches(send, of(name))
      },
      together: async (send) => {
        await Promise.all([sendInBatches(send, of('cpu')), sendInBatches(send, of('memory'), { pauseMs: 3000 })])
      },
    }
    let areSent = false
    const sending = Promise.all(Object.entries(ways).map(async ([name, push]) => push(await addProject(name))))
    sending.then(() => {
      areSent = true
    })
    await eventually(server, () => expect(areSent).toBe(true))
    const ofHistory = async (name: string) =>
      (await findingsOf(name)).found
        .filter(({ startTime }) => startTime < end)
        .map(({ kind, startTime, endTime, rows: length, lead, severity }) => {
          const place = { from: (startTime - end) / STEP_MS, to: endTime && (endTime - end) / STEP_MS }
          return { ...place, kind, length, lead, severity }
        })
    // The row after the last one: history is over
    await eventually(server, async () => expect((await findingsOf('whole')).position).toBeGreaterThan(end))
    const expected = await ofHistory('whole')
    const faults = [6, 14, 25].map((hour) => hour * 360 - ROWS)
    expect(expected.filter(({ from }) => faults.includes(from))).toHaveLength(3)
    expect(expected.filter(({ kind }) => kind !== 'anomaly')).toEqual([])
    for (const name of Object.keys(ways))
      await eventually(server, async () => expect(await ofHistory(name)).toEqual(expected))
  })

  it('is no silence while it arrives, nor when live samples follow', async () => {
    const send = await addProject('piped')
    const began = server.clock.now()
    const last = Math.floor(began / STEP_MS) * STEP_MS
    const sent = sendInBatches(send, historyUntil(last).slice(-12_000), { size: 1000, pauseMs: 600 })
    const seen = new Set<string>()
    let isOver = false
    sent.then(() => {
      isOver = true
    })
    for (let row = 0; server.clock.now() < began + 40_000; ) {
      const time = last + row * STEP_MS
      if (isOver && time <= server.clock.now()) {
        row++
        await send(columns.map(([metric, instance]) => ({ metric: metric!, instance: instance!, time, value: 51 })))
      }
      for (const { kind } of (await findingsOf('piped')).found) seen.add(kind)
      await pass(server, 200)
    }
    await sent
    expect((await findingsOf('piped')).position).toBeGreaterThan(last)
    expect(seen).not.toContain('collector')
    expect(seen).not.toContain('silent')
  })
})
