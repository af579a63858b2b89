import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodePoints } from '../../adapters/clickhouse/point-codec.ts'
import { allOf } from '../../ports/file-store.contract.ts'
import { datasets, files, sources } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train } from '../../testing/uploads.ts'
import { dropBrokenUploads, expireFiles, sweepDatasets } from './sweep.ts'

let server: TestServer
let owner: TestClient
const table = sampleTable({ rows: 200 })
const dayMs = 86_400_000
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
    server.clock.advance(29 * dayMs)
    await expireFiles(server.ctx)
    owner = await server.signIn('sweeper')
    expect((await owner.get(`files/${filename}`)).body.file.state).toBe('parsed')
    server.clock.advance(2 * dayMs)
    await expireFiles(server.ctx)
    owner = await server.signIn('sweeper')
    expect((await owner.get(`files/${filename}`)).body.file.state).toBe('expired')
    expect((await allOf(server.ctx.files.list())).map(({ handle }) => handle)).not.toContain(filename)
    const series = (await owner.get(`detections/${detectionId}/series?buckets=4`)).body.series[0]
    expect(series.count).toEqual([50, 50, 50, 50])
    const again = await owner.postForm('upload-detection', { uploadFileName: 'a', filename, modelName: 'stays' })
    expect(again.status).toBe(404)
  })
})
