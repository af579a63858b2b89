import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodePoints } from '../../adapters/clickhouse/point-codec.ts'
import type { Database } from '../../ports/database.ts'
import { allOf } from '../../ports/file-store.contract.ts'
import { datasets, files, jobs, sources } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, sendFile, storeText, train } from '../../testing/uploads.ts'
import type { FileRow } from './file-row.ts'
import { dropBrokenUploads, expireFiles, sweepDatasets } from './sweep.ts'

let server: TestServer
let owner: TestClient
const table = sampleTable({ rows: 200 })
const DAY_MS = 86_400_000
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('sweeper')
})
afterAll(() => server.close())

describe('dropBrokenUploads', () => {
  it('deletes interrupted single-request uploads, and keeps resumable ones', async () => {
    const { ctx } = server
    const chunk = { 'Content-Type': 'text/csv', 'X-File-Name': 'a.csv', 'Content-Range': 'bytes 0-2/9' }
    const resumable = (await owner.send('POST', 'files', { body: 'abc', headers: chunk })).body.filename
    const [row] = await ctx.db.select().from(files).where(eq(files.id, resumable))
    const { ownerId, createdAt } = row!
    await ctx.db.insert(sources).values({ id: 'f_halfway00', ownerId, kind: 'file', name: 'whole.csv', createdAt })
    await ctx.db.insert(files).values({ ...row!, id: 'f_halfway00', state: 'receiving', bytes: 0 })
    await dropBrokenUploads(ctx)
    expect(await ctx.db.select().from(files).where(eq(files.id, 'f_halfway00'))).toEqual([])
    expect(await ctx.db.select().from(sources).where(eq(sources.id, 'f_halfway00'))).toEqual([])
    expect(await ctx.db.select().from(files).where(eq(files.id, resumable))).toHaveLength(1)
  })
})

describe('sweepDatasets', () => {
  it('drops datasets that a dead server was filling, and nothing that is in use', async () => {
    const { ctx } = server
    const used = await storeText(owner, 'used.csv', table)
    await owner.get(`files/${used}`)
    await ctx.db.insert(datasets).values({ id: 'ds_dead', state: 'filling', rows: 0, filledBy: 'dead', createdAt: 0 })
    await ctx.points.insertPoints('ds_dead', encodePoints(Float64Array.of(1), [Float64Array.of(1)]))
    await sweepDatasets(ctx)
    const left = await ctx.db.select().from(datasets)
    expect(left.map((row) => row.id)).not.toContain('ds_dead')
    await expect.poll(async () => (await ctx.points.readTimes('ds_dead')).length, { timeout: 15_000 }).toBe(0)
    const [row] = await ctx.db.select().from(files).where(eq(files.id, used))
    expect((await ctx.points.readTimes(row!.datasetId!)).length).toBe(200)
  })
})

describe('expireFiles', () => {
  it('deletes the bytes of old files and marks them expired, while their detections stay', async () => {
    await train(owner, 'stays', table, { modelType: 'Split' })
    const { body } = await detect(owner, 'stays', table)
    const { detectionId } = body.job.result
    const { filename } = (await owner.get(`detections/${detectionId}`)).body.detection
    server.clock.advance(29 * DAY_MS)
    await expireFiles(server.ctx)
    owner = await server.signIn('sweeper')
    expect((await owner.get(`files/${filename}`)).body.file.state).toBe('parsed')
    server.clock.advance(2 * DAY_MS)
    await expireFiles(server.ctx)
    owner = await server.signIn('sweeper')
    expect((await owner.get(`files/${filename}`)).body.file.state).toBe('expired')
    const asked = { 'X-Upload-Handle': filename, 'Content-Range': 'bytes */100' }
    expect((await sendFile(owner, 'a.csv', '', asked)).status).toBe(404)
    expect((await allOf(server.ctx.files.list())).map(({ handle }) => handle)).not.toContain(filename)
    const series = (await owner.get(`detections/${detectionId}/series?buckets=4`)).body.series[0]
    expect(series.count).toEqual([50, 50, 50, 50])
    const again = await owner.postForm('upload-detection', { uploadFileName: 'a', filename, modelName: 'stays' })
    expect(again.status).toBe(404)
  })

  it('keeps an upload that is completed while it is about to expire', async () => {
    const { ctx, clock } = server
    const headers = { 'Content-Type': 'text/csv', 'X-File-Name': 'a.csv', 'Content-Range': 'bytes 0-2/9' }
    const { filename } = (await owner.send('POST', 'files', { body: 'abc', headers })).body
    clock.advance(2 * DAY_MS)
    await whileLocked(
      filename,
      () => expireFiles(ctx),
      async (tx) => {
        const expiresAt = clock.now() + DAY_MS
        await tx.update(files).set({ state: 'stored', expiresAt }).where(eq(files.id, filename))
      },
    )
    const [row] = await ctx.db.select().from(files).where(eq(files.id, filename))
    expect(row!.state).toBe('stored')
    expect((await allOf(ctx.files.list())).map(({ handle }) => handle)).toContain(filename)
  })
})

describe('deleteFile', () => {
  it('refuses a file that a job has begun to use meanwhile', async () => {
    owner = await server.signIn('sweeper')
    const filename = await storeText(owner, 'used.csv', table)
    const [{ ownerId }] = (await server.ctx.db.select().from(files).where(eq(files.id, filename))) as [FileRow]
    const refused = await whileLocked(
      filename,
      () => owner.delete(`files/${filename}`),
      async (tx) => {
        const parameters = { kind: 'visualization', filename, uploadFileName: 'used.csv' } as const
        const progress = { done: 0, total: 1, unit: 'steps' } as const
        const job = { id: 'j_meanwhile', ownerId, kind: 'visualization', state: 'queued', title: 'a job' } as const
        await tx.insert(jobs).values({ ...job, parameters, progress, attempts: 0, createdAt: 0 })
      },
    )
    expect([refused.status, refused.body.code]).toEqual([409, 'FILE_IN_USE'])
  })
})

/** Starts work that waits for the row of a file, and does something in the transaction that holds the row. */
async function whileLocked<T>(
  filename: string,
  work: () => Promise<T>,
  meanwhile: (tx: Database) => Promise<void>,
): Promise<T> {
  const { db } = server.ctx
  const isWaited = sql<boolean>`exists (select 1 from pg_stat_activity where wait_event_type = 'Lock')`
  const started = await db.transaction(async (tx) => {
    await tx.select().from(files).where(eq(files.id, filename)).for('update')
    const running = work()
    const isWaiting = async () => (await db.select({ isWaited }).from(sql`(values (1)) as one`))[0]!.isWaited
    await expect.poll(isWaiting).toBe(true)
    await meanwhile(tx)
    return { running }
  })
  return started.running
}
