import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CollectedBatch, type Collector, CollectorError, type CollectWindow } from '../../ports/collector.ts'
import type { LivePoints } from '../../ports/point-store.ts'
import { collections, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { Context } from '../context.ts'
import { changeBackfill } from './backfill.ts'
import { COLLECTION_CHANNEL } from './channel.ts'
import { claimDue } from './claims.ts'
import { collectProjects } from './collect-projects.ts'
import { sealSecrets } from './connection-row.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** What a project's service is asked, in the order of asking, answered by the test. */
interface Asked {
  readonly window: CollectWindow
  readonly signal: AbortSignal
  answer(batch?: CollectedBatch): void
  fail(error: Error): void
}

let server: TestServer
let clients: TestClient[]
let asked: Asked[]
let loop: { stop(): Promise<void> } | undefined
let made = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api', maxProjects: 200 } })
  clients = [await server.signUp('collects01'), await server.signUp('collects02')]
})
beforeEach(() => {
  asked = []
})
afterEach(async () => {
  await loop?.stop()
  loop = undefined
  await server.ctx.db.delete(collections)
})
afterAll(() => server.close())

/** Services that answer when the test says so, and ignore an abort. */
function openByHand(): Context {
  const openCollector = (): Collector => {
    const unused = (): never => {
      throw new Error('unused')
    }
    return {
      traits: { lateMs: 0, maxWindowSteps: 1440 },
      test: unused,
      choices: unused,
      estimate: unused,
      async *collect(window, _cursor, signal) {
        const { promise, resolve, reject } = Promise.withResolvers<CollectedBatch>()
        const answer = (batch: CollectedBatch = {}) => resolve(batch)
        asked.push({ window, signal, answer, fail: reject })
        yield await promise
      },
      close: async () => {},
    }
  }
  return { ...server.ctx, openCollector }
}

async function start(windowLimitMs?: number): Promise<void> {
  loop = await collectProjects(openByHand(), windowLimitMs)
}

/** A project that is due; with `past`, one that has all that is new and lacks two days. */
async function addProject({ account = 0, past = false } = {}): Promise<string> {
  const projectName = `by-hand-${++made}`
  await clients[account]!.post('add-custom-project', { projectName, samplingInterval: 1 })
  const { db, clock } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const now = clock.now()
  const to = Math.floor(now / MINUTE) * MINUTE
  await db.insert(collections).values({
    sourceId: source!.id,
    connector: 'prometheus',
    settings: {},
    secrets: sealSecrets(server.ctx, source!.id, {}),
    ...(past
      ? { collectedTo: to, nextAt: now + DAY, backfillFrom: to - 2 * DAY, backfillTo: to, backfilledFrom: to }
      : { collectedTo: to - MINUTE, nextAt: now }),
    ...(past && { backfillState: 'running' as const }),
    backfillNextAt: now,
  })
  return source!.id
}

async function rowOf(sourceId: string) {
  const [row] = await server.ctx.db.select().from(collections).where(eq(collections.sourceId, sourceId))
  return row!
}

const untilAsked = (count: number) => expect.poll(() => asked.length, { timeout: 10_000 }).toBe(count)

describe('collecting', () => {
  it('gives up a window in time, and goes on with other projects', async () => {
    const sourceId = await addProject()
    await start(300)
    await untilAsked(1)
    await expect.poll(async () => (await rowOf(sourceId)).fault, { timeout: 10_000 }).toBe('timeout')
    expect(await rowOf(sourceId)).toMatchObject({ leasedBy: null, failures: 1 })
    expect(asked[0]!.signal.aborted).toBe(true)
  })

  it('stops at once though a service ignores it, and gives back what it has claimed', async () => {
    const sourceId = await addProject()
    await start()
    await untilAsked(1)
    const startedAt = performance.now()
    await loop!.stop()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect((await rowOf(sourceId)).leasedBy).toBe(null)
  })

  it('leaves nothing behind where it stops while it claims', async () => {
    const sourceId = await addProject()
    await start()
    await loop!.stop()
    expect((await rowOf(sourceId)).leasedBy).toBe(null)
    const before = asked.length
    await new Promise((done) => setTimeout(done, 300))
    expect([asked.length, (await rowOf(sourceId)).leasedBy]).toEqual([before, null])
  })

  it('stores and announces what a service gives again only where it was changed', async () => {
    const sourceId = await addProject()
    const stored: number[][] = []
    const announced: number[] = []
    const ctx = openByHand()
    const points = { ...ctx.points, append: async (_: string, { values }: LivePoints) => void stored.push([...values]) }
    const arrivals = { ...ctx.arrivals, announce: (_: string, from: number) => void announced.push(from) }
    loop = await collectProjects({ ...ctx, points, arrivals })
    const first = Math.floor(server.clock.now() / MINUTE) * MINUTE - MINUTE
    for (const revised of [0, 0, 0, 0, 100]) {
      const at = stored.length
      await untilAsked(at + 1)
      const { window, answer } = asked[at]!
      const times = Array.from({ length: (window.to - window.from) / MINUTE }, (_, row) => window.from + row * MINUTE)
      const values = times.map((time, row) => (time - first) / MINUTE + (row === 0 ? revised : 0))
      answer({
        series: [{ series: { id: 'cpu@web1', metric: 'cpu', instance: 'web1' }, times, values }],
      })
      await expect.poll(async () => (await rowOf(sourceId)).leasedBy, { timeout: 10_000 }).toBe(null)
      server.clock.advance(MINUTE)
      await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
    }
    // Its series has a number from the second time on
    expect(stored).toEqual([[-1, 0], [0, 1], [2], [3], [103, 4]])
    expect(announced.map((from) => (from - first) / MINUTE)).toEqual([-1, 0, 2, 3, 3])
  })

  it('announces what was fetched once nothing more is due', async () => {
    await Promise.all(Array.from({ length: 16 }, () => addProject()))
    const announced: string[] = []
    const ctx = openByHand()
    const arrivals = { ...ctx.arrivals, announce: (sourceId: string) => void announced.push(sourceId) }
    const points = { ...ctx.points, append: async () => {} }
    loop = await collectProjects({ ...ctx, points, arrivals })
    const answerFrom = (first: number) => {
      for (const { window, answer } of asked.slice(first))
        answer({
          series: [{ series: { id: 'cpu@a', metric: 'cpu', instance: 'a' }, times: [window.from], values: [1] }],
        })
    }
    await untilAsked(8)
    answerFrom(0)
    // As many as the account may have at once: there may be more
    await untilAsked(16)
    expect(announced).toEqual([])
    answerFrom(8)
    await expect.poll(() => announced.length, { timeout: 3000 }).toBe(16)
  })

  it('gives accounts turns, and none more than its share', async () => {
    const first = await Promise.all(Array.from({ length: 12 }, () => addProject()))
    const second = await addProject({ account: 1 })
    await start()
    await untilAsked(9)
    await new Promise((done) => setTimeout(done, 200))
    expect(asked).toHaveLength(9)
    expect((await rowOf(second)).leasedBy).not.toBe(null)
    for (const { answer } of asked) answer()
    await untilAsked(13)
    for (const { answer } of asked) answer()
    for (const sourceId of first)
      await expect.poll(async () => (await rowOf(sourceId)).leasedBy, { timeout: 10_000 }).toBe(null)
  })

  it('counts what an account has under way', async () => {
    const [sourceId] = await Promise.all([addProject(), addProject(), addProject()])
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.id, sourceId))
    const now = server.clock.now() + 1000
    const slots = { free: 10, perAccount: 4, running: new Map([[source!.ownerId, 3]]) }
    expect(await claimDue(server.ctx, 'live', slots, now)).toHaveLength(1)
    expect(await claimDue(server.ctx, 'live', { ...slots, running: new Map() }, now)).toHaveLength(2)
  })

  it('tries new keys at once, whatever came of an attempt with the old ones', async () => {
    for (const past of [false, true]) {
      asked = []
      const sourceId = await addProject({ past })
      await loop?.stop()
      await start()
      await untilAsked(1)
      const now = server.clock.now()
      await server.ctx.db
        .update(collections)
        .set({ revision: 2, nextAt: now, backfillNextAt: now })
        .where(eq(collections.sourceId, sourceId))
      asked[0]!.fail(new CollectorError('credentials'))
      await untilAsked(2)
      expect(await rowOf(sourceId)).toMatchObject({
        fault: null,
        failures: 0,
        backfillFault: null,
        backfillFailures: 0,
      })
      await server.ctx.db.delete(collections)
    }
  })
})

describe('what cannot be stored', () => {
  const series = (at: number, time: number): CollectedBatch => ({
    series: [{ series: { id: `m${at}`, metric: `m${at}`, instance: '' }, times: [time], values: [1] }],
  })

  it('is told on the project, which goes on, until all is stored again', async () => {
    const sourceId = await addProject()
    const { collectedTo, nextAt } = await rowOf(sourceId)
    await start()
    await untilAsked(1)
    asked[0]!.answer(series(0, nextAt + DAY))
    await expect.poll(async () => (await rowOf(sourceId)).fault, { timeout: 10_000 }).toBe('leftOut')
    const row = await rowOf(sourceId)
    expect(row).toMatchObject({ failures: 0, faultText: expect.stringContaining("ahead of the server's clock") })
    expect(row.collectedTo).toBeGreaterThan(collectedTo)
    const { body } = await clients[0]!.get(`projects/by-hand-${made}`)
    expect(body.project.collection.sentence).toMatch(/^It fetches, but not all of it can be stored\. Times are up to/)
    server.clock.advance(2 * MINUTE)
    await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
    await untilAsked(2)
    asked[1]!.answer(series(0, server.clock.now() - MINUTE))
    await expect.poll(async () => (await rowOf(sourceId)).fault, { timeout: 10_000 }).toBe(null)
  })

  it('is told of the past, too', async () => {
    const sourceId = await addProject({ past: true })
    await start()
    for (let at = 0; at < 2; at++) {
      await untilAsked(at + 1)
      asked[at]!.answer(series(at, asked[at]!.window.from - 4000 * DAY))
    }
    await expect.poll(async () => (await rowOf(sourceId)).backfillState, { timeout: 10_000 }).toBe('done')
    expect(await rowOf(sourceId)).toMatchObject({
      backfillFault: 'leftOut',
      fault: null,
      backfillFaultText: expect.stringContaining('before the retention'),
    })
  })
})

describe('a back-fill', () => {
  it('that was cancelled and started anew fetches all of the new one', async () => {
    const sourceId = await addProject({ past: true })
    await start()
    await untilAsked(1)
    const change = async (action: 'start' | 'cancel', days?: number) =>
      changeBackfill(server.ctx, await rowOf(sourceId), { action, days, stepMs: MINUTE })
    await change('cancel')
    const { backfillFrom } = await change('start', 4)
    await untilAsked(2)
    // The window of the one before ends only now, and so does that one
    asked[0]!.answer()
    const to = (await rowOf(sourceId)).backfillTo!
    for (let at = 1; at <= 4; at++) {
      await untilAsked(at + 1)
      expect(asked[at]!.window.to).toBe(to - (at - 1) * DAY)
      expect(await rowOf(sourceId)).toMatchObject({ backfillState: 'running', backfillFrom })
      asked[at]!.answer()
    }
    await expect.poll(async () => (await rowOf(sourceId)).backfillState, { timeout: 10_000 }).toBe('done')
    expect(asked[4]!.window.from).toBeLessThanOrEqual(backfillFrom!)
  })
})
