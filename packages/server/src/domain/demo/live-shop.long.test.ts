import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { firstAdmin } from './ensure.ts'
import { runLiveShop } from './live-shop.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR
/** A Tuesday at 10:00: the shop of one hour of the week is the same each week, so no burst of visitors comes by chance. */
const TUESDAY_MORNING = Date.UTC(2026, 0, 6, 10)

let server: TestServer
let admin: TestClient
let stop: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  server.clock.advance(WEEK - ((server.clock.now() - TUESDAY_MORNING) % WEEK))
  admin = await server.admin()
  expect((await admin.patch('account', { timeZone: 'Europe/Berlin' })).status).toBe(200)
  stop = await runLiveShop(server.ctx, (await firstAdmin(server.ctx))!)
})
afterAll(async () => {
  await stop?.()
  await server?.close()
})

const NAME = 'projectName=shop-live@admin01'
const lastTime = async (client = admin): Promise<number | null> =>
  (await client.get('projects/shop-live@admin01')).body.project.to

async function largest(metric: string, instance: string, from: number): Promise<number> {
  const query = `projectData?${NAME}&metric=${metric}&instance=${instance}&from=${from}&to=${server.clock.now()}&buckets=1`
  return (await admin.get(query)).body.series[0].max[0]
}

describe('the live demo', () => {
  it('begins with 15 days of samples, which every account may read', async () => {
    const anybody = await server.signUp('visitor01')
    await expect.poll(() => lastTime(anybody), { timeout: 60_000 }).toBeGreaterThan(server.clock.now() - MINUTE)
    const { project } = (await anybody.get('projects/shop-live@admin01')).body
    expect(project).toMatchObject({
      demo: true,
      mine: false,
      seriesCount: 30,
      samplingInterval: 1 / 6,
      timeZone: 'UTC',
    })
    expect(project.to - project.from).toBeGreaterThan(14.9 * 24 * HOUR)
    const { series } = (await anybody.get(`projectData?${NAME}&instance=node1&buckets=1`)).body
    expect(series.slice(0, 3)).toMatchObject([
      { metric: 'cpu', unit: '%', type: 'gauge' },
      { metric: 'memory', unit: 'MB', type: 'gauge' },
      { metric: 'disk_read', unit: 'MB/s', type: 'gauge' },
    ])
  })

  it('has learned from them what is usual, and found nothing', { timeout: 200_000 }, async () => {
    const analysis = async () => {
      const { body } = await admin.get(`liveAnalysis?${NAME}&buckets=1&from=${server.clock.now() - 15 * 24 * HOUR}`)
      return { isUpToDate: body.lagMs !== null && body.lagMs < MINUTE, incidents: body.incidents, trust: body.trust }
    }
    await expect
      .poll(analysis, { timeout: 180_000, interval: 1000 })
      .toEqual({ isUpToDate: true, incidents: [], trust: 'high' })
  })

  it('goes on as time does, and a fault is in the samples that follow it until it is ended', async () => {
    const started = await admin.post('demo-faults', { kind: 'cpu-hog', node: 3, minutes: 60 })
    expect(started.status).toBe(201)
    const began = server.clock.now()
    const usual = await largest('cpu', 'node3', began - 10 * MINUTE)
    server.clock.advance(5 * MINUTE)
    await expect.poll(() => lastTime(), { timeout: 30_000 }).toBeGreaterThan(began + 4 * MINUTE)
    expect(await largest('cpu', 'node3', began)).toBeGreaterThan(usual + 25)
    const ended = (await admin.delete(`demo-faults/${started.body.fault.id}`)).body.fault.end
    server.clock.advance(5 * MINUTE)
    await expect.poll(() => lastTime(), { timeout: 30_000 }).toBeGreaterThan(ended + 4 * MINUTE)
    expect(await largest('cpu', 'node3', ended + MINUTE)).toBeLessThan(usual + 20)
    expect((await admin.get('demo-faults')).body.faults).toMatchObject([{ kind: 'cpu-hog', end: ended }])
  })

  it('leaves no gap where the server was stopped for a while', async () => {
    await stop()
    const before = (await lastTime())!
    server.clock.advance(HOUR)
    stop = await runLiveShop(server.ctx, (await firstAdmin(server.ctx))!)
    await expect.poll(() => lastTime(), { timeout: 30_000 }).toBeGreaterThan(before + 0.9 * HOUR)
    admin = await server.admin()
    const query = `projectData?${NAME}&metric=cpu&instance=node1&from=${before}&to=${before + HOUR - 1}&buckets=360`
    expect((await admin.get(query)).body.series[0].count).not.toContain(0)
  })

  it('takes its faults from an administrator alone', async () => {
    const anybody = await server.signIn('visitor01')
    expect((await anybody.post('demo-faults', { kind: 'cpu-hog' })).body.code).toBe('FORBIDDEN')
    expect((await admin.post('demo-faults', { kind: 'earthquake' })).status).toBe(400)
  })

  it('stays removed when its owner has removed it, also after the next start', async () => {
    const confirm = { projectName: 'shop-live', confirm: 'shop-live', dryRun: false }
    expect((await admin.post('remove-project', confirm)).status).toBe(200)
    await stop()
    stop = await runLiveShop(server.ctx, (await firstAdmin(server.ctx))!)
    expect((await admin.get('projects/shop-live')).body.code).toBe('NOT_FOUND')
    expect((await admin.post('demo-faults', { kind: 'cpu-hog' })).body.code).toBe('NOT_FOUND')
  })
})
