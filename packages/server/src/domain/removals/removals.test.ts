import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REMOVAL_LOCK } from '../../ports/advisory-locks.ts'
import { detections, removals } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train } from '../../testing/uploads.ts'
import { sweepDatasets } from '../files/index.ts'
import { removeRequested } from './index.ts'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.admin()
})
afterAll(() => server.close())

async function handles(): Promise<string[]> {
  const all: string[] = []
  for await (const { handle } of server.ctx.files.list()) all.push(handle)
  return all
}

/** As long as `work` takes, a backup of another session reads the stores. */
async function duringBackup(work: () => Promise<void>): Promise<void> {
  await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`)
    await work()
  })
}

it('lets jobs run and accounts be made while a backup reads the stores', async () => {
  await duringBackup(async () => {
    const { body } = await train(admin, 'meanwhile', sampleTable({ rows: 400 }))
    expect(body.job.state).toBe('done')
    await server.signUp('meanwhile')
  })
})

it('removes the bytes of a deleted file at once', async () => {
  const handle = await storeText(admin, 'a.csv', sampleTable())
  expect((await admin.delete(`files/${handle}`)).status).toBe(200)
  expect(await handles()).not.toContain(handle)
  expect(await server.ctx.db.$count(removals)).toBe(0)
})

it('keeps the bytes of a deleted file until a backup is over', async () => {
  const handle = await storeText(admin, 'b.csv', sampleTable())
  await duringBackup(async () => {
    expect((await admin.delete(`files/${handle}`)).status).toBe(200)
    expect((await admin.get(`files/${handle}`)).status).toBe(404)
    expect(await handles()).toContain(handle)
  })
  await removeRequested(server.ctx)
  expect(await handles()).not.toContain(handle)
  expect(await server.ctx.db.$count(removals)).toBe(0)
})

it('keeps points and scores that nothing names until a backup is over', async () => {
  const table = sampleTable({ rows: 400 })
  await train(admin, 'kept', table)
  const { body } = await detect(admin, 'kept', table)
  const { detectionId } = body.job.result
  const { scoresId } = (await server.ctx.db.select().from(detections))[0]!
  await duringBackup(async () => {
    expect((await admin.delete(`detections/${detectionId}`)).status).toBe(200)
    await sweepDatasets(server.ctx)
    expect((await server.ctx.points.readRowScores(scoresId!)).times).toHaveLength(400)
  })
  await sweepDatasets(server.ctx)
  const times = async () => (await server.ctx.points.readRowScores(scoresId!)).times
  await expect.poll(times).toHaveLength(0)
})

it('keeps the weights of a deleted model for as long as a detection names them', async () => {
  const table = sampleTable({ rows: 400 })
  await train(admin, 'gone', table)
  const { body } = await detect(admin, 'gone', table)
  const { modelId } = (await admin.get(`detections?pageSize=1`)).body.detections[0]
  const { weightsHandle } = (await server.ctx.db.select().from(detections))[0]!
  expect((await admin.delete(`models/${modelId}`)).status).toBe(200)
  expect(await handles()).toContain(weightsHandle)
  expect((await admin.delete(`detections/${body.job.result.detectionId}`)).status).toBe(200)
  expect(await handles()).not.toContain(weightsHandle)
})
