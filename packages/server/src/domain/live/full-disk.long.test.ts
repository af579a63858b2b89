import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreFullError } from '../../ports/store-full-error.ts'
import { findings, livePositions, sources } from '../../schema/index.ts'
import { eventually, pass } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const STEP_MS = 60_000
const ROWS = 1000
const ROWS_A_BATCH = 100
const FAULT = { from: 820, to: 840 }

let server: TestServer
let isFull = false
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  const { points } = server.ctx
  const { settle, readGrid } = points
  // What a full disk does: samples are kept in the journal, and are not read
  points.settle = async (source) => {
    if (isFull) throw new StoreFullError('no space left for points')
    return settle(source)
  }
  points.readGrid = async (...request) => {
    const grid = await readGrid(...request)
    return isFull ? { ...grid, columns: grid.columns.map((column) => column.map(() => Number.NaN)) } : grid
  }
}, 60_000)
afterAll(() => server.close())

it('scores what was acknowledged while the disk was full when it no longer is, and takes nothing for silence', {
  timeout: 120_000,
}, async () => {
  const owner = await server.signUp('owner001')
  const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })).body
  const sender = createTestClient(server.api, { bearer: secret })
  const end = Math.floor(server.clock.now() / STEP_MS) * STEP_MS
  const send = async (batch: number): Promise<void> => {
    const points = Array.from({ length: ROWS_A_BATCH }, (_, k) => batch * ROWS_A_BATCH + k).flatMap((row) =>
      ['cpu', 'memory'].map((metric) => ({
        metric,
        instance: 'node1',
        time: end - (ROWS - row) * STEP_MS,
        value: 50 + Math.sin(row * 12.9898) + (metric === 'cpu' && row >= FAULT.from && row < FAULT.to ? 40 : 0),
      })),
    )
    expect((await sender.post('ingest/points', { points })).status).toBe(200)
  }
  for (let batch = 0; batch < 8; batch++) await send(batch)
  isFull = true
  for (let batch = 8; batch < 10; batch++) await send(batch)
  await pass(server, 5000)
  isFull = false
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, 'shop'))
  const position = async (): Promise<number> =>
    (await db.select().from(livePositions).where(eq(livePositions.sourceId, source!.id)))[0]?.position ?? 0
  await eventually(server, async () => expect(await position()).toBeGreaterThanOrEqual(end - STEP_MS))
  const found = await db.select().from(findings).where(eq(findings.sourceId, source!.id))
  expect(found.map(({ type, startTime }) => ({ type, startTime }))).toEqual([
    { type: 'period', startTime: end - (ROWS - FAULT.from) * STEP_MS },
  ])
})
