import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasets, detections } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, train } from '../../testing/uploads.ts'
import { listDamage } from '../damage/index.ts'

const data = mkdtempSync(join(tmpdir(), 'omen-repair-'))
const table = sampleTable({ rows: 300 })
let server: TestServer
let owner: TestClient
const start = async (): Promise<void> => {
  server = await startTestServer({ data })
}
beforeAll(async () => {
  await start()
  owner = await server.signUp('repairer')
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

/** Cuts every part of a table off, while no server runs. */
async function truncateParts(name: 'points' | 'scores' | 'row_scores'): Promise<void> {
  await server.close()
  const folder = join(data, 'points', 'data', 'data', 'default', name)
  for (const part of readdirSync(folder).filter((entry) => entry.startsWith('0_')))
    for (const file of readdirSync(join(folder, part)).filter((entry) => entry.endsWith('.bin')))
      truncateSync(join(folder, part, file), 1)
  await start()
  owner = await server.signIn('repairer')
}

async function startDetection(modelName: string): Promise<string> {
  await train(owner, modelName, table, { modelType: 'Split' })
  return (await detect(owner, modelName, table)).body.job.result.detectionId
}

/** As it is now: a health that was read before is not used again. */
async function health() {
  server.clock.advance(11_000)
  return (await server.anonymous.get('health')).body
}

const seriesOf = async (id: string) => (await owner.get(`detections/${id}/series?buckets=4`)).body

test('every dataset has its rows and checksum beside it, scores too', async () => {
  await startDetection('recorded')
  const rows = await server.ctx.db.select().from(datasets)
  expect(rows.length).toBeGreaterThanOrEqual(3)
  for (const { id, storedRows, checksum } of rows) {
    expect({ rows: storedRows, checksum }).toEqual(await server.ctx.points.computeChecksum(id))
    expect(await server.ctx.points.verify(id)).toBe('intact')
  }
})

test('truncated points are read from the uploaded file again, and nobody sees less', async () => {
  const id = await startDetection('repaired')
  const before = await seriesOf(id)
  await truncateParts('points')
  expect((await server.ctx.points.damage()).length).toBeGreaterThan(0)
  expect(await seriesOf(id)).toEqual(before)
  const [row] = await server.ctx.db.select().from(detections).where(eq(detections.id, id))
  expect(await server.ctx.points.verify(row!.pointsId)).toBe('intact')
})

test('truncated points are found at the start and read again before anybody asks for them', async () => {
  const id = await startDetection('unasked')
  const [row] = await server.ctx.db.select().from(detections).where(eq(detections.id, id))
  await truncateParts('points')
  const condition = () => server.ctx.points.verify(row!.pointsId).catch((error: Error) => error.name)
  await expect.poll(condition).toBe('intact')
  expect(await health()).toMatchObject({ state: 'ok', reasons: [] })
})

test('truncated points whose file was deleted are DATA_DAMAGED, by the name of the file', async () => {
  const id = await startDetection('lost')
  for (const file of (await owner.get('files')).body.files) await owner.delete(`files/${file.filename}`)
  await truncateParts('points')
  // Found at the start: no one has read them yet.
  await expect.poll(health).toMatchObject({ state: 'degraded', reasons: ['dataDamaged'] })
  expect(await seriesOf(id)).toMatchObject({
    success: false,
    code: 'DATA_DAMAGED',
    details: [{ field: 'dataset', message: expect.stringMatching(/rows are missing/) }],
  })
  const damaged = expect.objectContaining({ kind: 'dataset', name: expect.stringContaining('points of') })
  expect(await listDamage(server.ctx)).toContainEqual(damaged)
})

test('truncated scores are DATA_DAMAGED and no empty chart', async () => {
  const id = await startDetection('scored')
  await truncateParts('row_scores')
  expect(await seriesOf(id)).toMatchObject({
    code: 'DATA_DAMAGED',
    details: [{ name: expect.stringContaining('scores of') }],
  })
})
