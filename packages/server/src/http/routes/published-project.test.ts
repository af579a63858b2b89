import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepDatasets } from '../../domain/files/index.ts'
import { REMOVAL_LOCK } from '../../ports/advisory-locks.ts'
import { datasets, sources } from '../../schema/index.ts'
import { addShopProject, SHOP_STEP, shopFault } from '../../testing/shop-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let stranger: TestClient
let began: number
let to: number
const ROWS = 3 * 288

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('publisher')
  stranger = await server.signUp('stranger')
  began = Math.floor((server.clock.now() - (ROWS + 2) * SHOP_STEP) / SHOP_STEP) * SHOP_STEP
  // The newest row may be scored later
  to = began + (ROWS - 2) * SHOP_STEP
  const shop = await addShopProject(server, owner, {
    projectName: 'shop',
    began,
    faults: [shopFault('instance-down', 2, 60, 2)],
  })
  await shop.send(ROWS)
  await shop.scored()
})
afterAll(() => server.close())

const fields = () => ({ projectName: 'shop', from: began + 288 * SHOP_STEP, to, name: 'outage' })
const publish = async (more: object = {}): Promise<string> => {
  const { body } = await owner.post('publishdataproject', { ...fields(), ...more }, WAITING)
  expect(body.job?.state, JSON.stringify(body)).toBe('done')
  return body.job.result.publishedId
}

describe('POST publishdataproject', () => {
  it('takes the same step of a few minutes later for the same request, not one of a longer time', async () => {
    const key = { ...WAITING, 'Idempotency-Key': 'last-day' }
    const send = (moved: number, longer = 0) => {
      const { from, to: end } = fields() as { from: number; to: number }
      return owner.post('publishdataproject', { ...fields(), from: from + moved - longer, to: end + moved }, key)
    }
    const first = await send(0)
    expect(first.body.job.result.publishedId).toEqual(expect.any(String))
    expect((await send(300_000)).body.job.result.publishedId).toBe(first.body.job.result.publishedId)
    expect((await send(0, 60_000)).body.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  it('publishes what was found in an interval, with its values and scores', async () => {
    const id = await publish()
    const live = (await owner.get(`liveAnalysis?projectName=shop&from=${fields().from}&to=${to}&buckets=1000`)).body
    const { published, detection } = (await owner.get(`publishedDetection?id=${id}`)).body
    expect(published).toMatchObject({ origin: 'project', originName: 'shop', from: fields().from, to })
    expect(detection.incidents.map(({ title }: { title: string }) => title)).toEqual(
      live.incidents.map(({ title }: { title: string }) => title),
    )
    expect(detection.periods.length).toBeGreaterThan(0)
    const read = (await owner.get(`published/${id}/series?buckets=1000`)).body
    expect(read.times).toEqual(live.times)
    for (const line of read.series) {
      const { min, max, low, high, score } = live.series.find(
        (one: { seriesId: string }) => one.seriesId === line.seriesId,
      )
      expect(line).toMatchObject({ min, max, low, high, score })
    }
  })

  it('has what changed in its time as it was then, without who added it and its link', async () => {
    const event = (at: number, title: string) =>
      owner.post('events', {
        projectName: 'shop',
        at,
        kind: 'deployment',
        title,
        version: '2.4.1',
        instances: ['web1'],
        link: 'https://ci.example/7',
      })
    const { body } = await event(to - 60 * SHOP_STEP, 'checkout deployed')
    await event(to - 90 * SHOP_STEP, 'cart deployed')
    await event(fields().from - 1, 'too early')
    const id = await publish()
    await owner.delete(`events/${body.event.id}`)
    const { detection } = (await owner.get(`publishedDetection?id=${id}`)).body
    const frozen = { id: expect.any(String), kind: 'deployment', version: '2.4.1', instances: ['web1'] }
    expect(detection.events).toEqual([
      { ...frozen, at: to - 90 * SHOP_STEP, title: 'cart deployed' },
      { ...frozen, at: to - 60 * SHOP_STEP, title: 'checkout deployed' },
    ])
    expect((await owner.get(`published/${id}/bundle`)).body).toContain('checkout deployed')
  })

  it('keeps ranges only where raw data was left out', async () => {
    const read = (await owner.get(`published/${await publish({ withRawData: false })}/series?buckets=2000`)).body
    expect(read.times.length).toBeLessThanOrEqual(720)
    expect(read.series[0].max.some((value: number | null) => value !== null)).toBe(true)
  })

  it('makes an offline file of it', async () => {
    const { body } = await owner.get(`published/${await publish()}/bundle`)
    expect(body).toContain('<table><caption>Incidents</caption>')
  })

  it.each([
    ['a project of somebody else', async () => stranger.post('publishdataproject', fields()), 'NOT_FOUND'],
    [
      'an interval without a length',
      async () => owner.post('publishdataproject', { ...fields(), from: to }),
      'VALIDATION_FAILED',
    ],
    [
      'more values than a copy may have',
      async () => owner.post('publishdataproject', { ...fields(), from: 0, to: to + 1e12 }),
      'VALIDATION_FAILED',
    ],
  ])('refuses %s', async (_, ask, code) => {
    const { body } = await ask()
    expect(body).toMatchObject({ success: false, code })
  })

  it('is gone from the store after a backup during which it was revoked', async () => {
    const { ctx } = server
    const id = await publish()
    const left = async () => (await ctx.points.describeLive(id)).points
    await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`)
      expect((await owner.delete(`published/${id}`)).status).toBe(200)
      await sweepDatasets(ctx)
      expect(await left()).toBeGreaterThan(0)
    })
    await sweepDatasets(ctx)
    await expect.poll(left, { timeout: 15_000 }).toBe(0)
    expect(await ctx.db.$count(datasets, eq(datasets.id, id))).toBe(0)
  })

  it('leaves no points of one whose server died while it copied', async () => {
    const { ctx } = server
    const id = 'pb_died_while_copying'
    const [source] = await ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
    const dead = { filledBy: 'another process', createdAt: ctx.clock.now() }
    await ctx.db.insert(datasets).values({ id, state: 'filling', rows: 0, ...dead })
    await ctx.points.copyLive(source!.id, id, { from: fields().from, to })
    await sweepDatasets(ctx)
    await expect.poll(async () => (await ctx.points.describeLive(id)).points, { timeout: 15_000 }).toBe(0)
  })

  it('stays as it was when the project is removed, and is gone from the store once it is revoked', async () => {
    const id = await publish()
    const read = async () =>
      [`publishedDetection?id=${id}`, `published/${id}/series`].map(async (path) => (await owner.get(path)).body)
    const before = await Promise.all(await read())
    await owner.post('remove-project', { projectName: 'shop', confirm: 'shop' })
    expect(await Promise.all(await read())).toEqual(before)
    expect((await server.ctx.points.describeLive(id)).points).toBeGreaterThan(0)
    await owner.delete(`published/${id}`)
    const left = async () => (await server.ctx.points.describeLive(id)).points
    await expect.poll(left, { timeout: 15_000 }).toBe(0)
  })
})
