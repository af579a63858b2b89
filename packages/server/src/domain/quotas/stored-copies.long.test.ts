import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts, datasets, jobs, logFiles, published } from '../../schema/index.ts'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { addShopProject, SHOP_STEP } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, sendFile, storeText, train, WAITING } from '../../testing/uploads.ts'
import { requireStorage } from './index.ts'

const text = sampleLog()

/** How much of the account's storage is in use, by asking for one byte more than there is. */
async function used({ ctx }: TestServer, { userName }: TestClient): Promise<number> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.userName, userName))
  const bytes = Number.MAX_SAFE_INTEGER
  const refused = ctx.db.transaction((tx) => requireStorage(ctx, tx, { accountId: account!.id, bytes }))
  const error = await refused.catch((reason: unknown) => reason as { details: { values: { count: number } }[] })
  return error!.details[0]!.values.count
}

describe('the lines of a log file', () => {
  let server: TestServer
  let owner: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    owner = await server.signUp('loglines')
  })
  afterAll(() => server.close())

  it('count as they are stored, once however often they are read, and no longer when the file is deleted', async () => {
    const filename = await storeText(owner, 'shop.log', text)
    const sent = await used(server, owner)
    expect(sent).toBe(Buffer.byteLength(text))
    await owner.post('logAnalysis', { filename }, WAITING)
    const [row] = await server.ctx.db.select().from(logFiles)
    // Each line has its text besides its time, number, severity and template
    expect(row!.storedBytes).toBeGreaterThan(row!.records * 17)
    expect(row!.storedBytes).toBeLessThan(3 * Buffer.byteLength(text))
    expect(await used(server, owner)).toBe(sent + row!.storedBytes)
    await owner.post('logAnalysis', { filename, again: true }, WAITING)
    expect(await used(server, owner)).toBe(sent + row!.storedBytes)
    await owner.delete(`files/${filename}`)
    expect(await used(server, owner)).toBe(0)
  })

  it('are not kept where they do not fit, and the job says so', async () => {
    const { ctx } = server
    const filename = await storeText(owner, 'shop.log', text)
    const settings = ctx.settings as { maxStoredBytes: number }
    const before = settings.maxStoredBytes
    settings.maxStoredBytes = Buffer.byteLength(text) + 1000
    try {
      const { body } = await owner.post('logAnalysis', { filename }, WAITING)
      expect(body.job).toMatchObject({ state: 'failed', error: { code: 'STORAGE_QUOTA_EXCEEDED' } })
      expect([await ctx.db.$count(logFiles), await ctx.db.$count(datasets)]).toEqual([0, 0])
      settings.maxStoredBytes = Buffer.byteLength(text)
      const full = await owner.post('logAnalysis', { filename })
      expect([full.status, full.body.code]).toEqual([507, 'STORAGE_QUOTA_EXCEEDED'])
    } finally {
      settings.maxStoredBytes = before
    }
    expect((await owner.post('logAnalysis', { filename }, WAITING)).body.job.state).toBe('done')
  })
})

describe('published copies', () => {
  let server: TestServer
  let owner: TestClient
  let detectionId: string
  let shop: { projectName: string; from: number; to: number }
  const rows = 288
  beforeAll(async () => {
    server = await startTestServer({ settings: { maxPublished: 3 } })
    owner = await server.signUp('publisher')
    await train(owner, 'base', sampleTable({ rows: 400 }))
    const found = await detect(owner, 'base', sampleTable({ rows: 300, trouble: [120, 132] }))
    detectionId = found.body.job.result.detectionId
    const began = Math.floor((server.clock.now() - (rows + 2) * SHOP_STEP) / SHOP_STEP) * SHOP_STEP
    const project = await addShopProject(server, owner, { projectName: 'shop', began, faults: [] })
    await project.send(rows)
    await project.scored()
    shop = { projectName: 'shop', from: began, to: began + (rows - 1) * SHOP_STEP }
  })
  afterAll(() => server.close())

  const publish = (more: object = {}) =>
    owner.post('publishdatafile', { detectionId, name: 'nightly', ...more }, WAITING)
  const publishShop = (more: object = {}) =>
    owner.post('publishdataproject', { ...shop, name: 'shop', ...more }, WAITING)
  const revoke = (id: string) => owner.delete(`published/${id}`)

  it('count with eight bytes a value and what was found, until they are revoked', async () => {
    const before = await used(server, owner)
    const { publishedId } = (await publish()).body.job.result
    const [{ bytes, rows: copied, seriesCount }] = (await server.ctx.db.select().from(published)) as [
      typeof published.$inferSelect,
    ]
    const { detection } = (await owner.get(`publishedDetection?id=${publishedId}`)).body
    const found = Buffer.byteLength(JSON.stringify(detection))
    expect(bytes - 8 * copied * seriesCount).toBeGreaterThan(found)
    expect(bytes - 8 * copied * seriesCount).toBeLessThan(3 * found)
    expect(await used(server, owner)).toBe(before + bytes)
    await revoke(publishedId)
    expect(await used(server, owner)).toBe(before)
  })

  it('of a project count with the values that were copied; without them with their ranges', async () => {
    const bytesOf = async (more: object) => {
      const { publishedId } = (await publishShop(more)).body.job.result
      const row = (await server.ctx.db.select().from(published)).find(({ sourceId }) => sourceId === publishedId)!
      const points = (await server.ctx.points.describeLive(publishedId)).points
      await revoke(publishedId)
      return { bytes: row.bytes, points, values: row.rows * row.seriesCount }
    }
    const whole = await bytesOf({})
    expect(whole.points).toBeGreaterThanOrEqual(whole.values)
    expect(whole.bytes).toBeGreaterThan(8 * whole.points)
    const reduced = await bytesOf({ withRawData: false })
    expect(reduced.points).toBe(0)
    // A range of each of its rows, since those are fewer than 720
    expect(reduced.bytes).toBeGreaterThan(4 * reduced.values)
  })

  it('are no more than an account may have, those under way included, until one is revoked', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => publish()))
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ body }) => body.code)).toEqual(['TOO_MANY_PUBLISHED', 'TOO_MANY_PUBLISHED'])
    expect(refused[0]!.body.details[0].values).toEqual({ count: 3, limit: 3 })
    expect((await publishShop()).body.code).toBe('TOO_MANY_PUBLISHED')
    const [made] = answers.filter(({ status }) => status !== 409)
    await revoke(made!.body.job.result.publishedId)
    expect((await publishShop()).body.job.state).toBe('done')
    for (const { sourceId } of await server.ctx.db.select().from(published)) await revoke(sourceId)
  })

  it('that do not fit into the storage leave nothing behind', async () => {
    const { ctx } = server
    const settings = ctx.settings as { maxStoredBytes: number }
    const before = settings.maxStoredBytes
    const kept = await ctx.db.$count(datasets)
    settings.maxStoredBytes = (await used(server, owner)) + 100
    try {
      const { body } = await publishShop()
      expect(body.job).toMatchObject({ state: 'failed', error: { code: 'STORAGE_QUOTA_EXCEEDED' } })
      expect([await ctx.db.$count(published), await ctx.db.$count(datasets)]).toEqual([0, kept])
      settings.maxStoredBytes -= 100
      const waitingBefore = await ctx.db.$count(jobs)
      const full = await publish()
      expect([full.status, full.body.code]).toEqual([507, 'STORAGE_QUOTA_EXCEEDED'])
      expect(await ctx.db.$count(jobs)).toBe(waitingBefore)
      expect((await sendFile(owner, 'a.csv', sampleTable({ rows: 10 }))).body.code).toBe('STORAGE_QUOTA_EXCEEDED')
    } finally {
      settings.maxStoredBytes = before
    }
  })
})
