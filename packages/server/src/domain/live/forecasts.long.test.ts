import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sources } from '../../schema/index.ts'
import type { LiveAnalysis } from '../../schema/wire-types.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const ROWS = 1500

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

/** A project with a value a minute of each series, the last of them now. */
async function fill(projectName: string, valuesOf: Record<string, (row: number) => number | undefined>) {
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  const began = Math.floor(server.clock.now() / MINUTE) * MINUTE - (ROWS - 1) * MINUTE
  const points = Object.entries(valuesOf).flatMap(([name, valueAt]) => {
    const [, metric, instance] = /^(.*)\[(.*)\]$/.exec(name)!
    return Array.from({ length: ROWS }, (_, row) => ({
      metric,
      instance,
      time: began + row * MINUTE,
      value: valueAt(row),
    }))
  })
  const sent = points.filter(({ value }) => value !== undefined)
  const sender = createTestClient(server.api, { bearer: secret })
  for (let first = 0; first < sent.length; first += 3000)
    await sender.post('ingest/points', { points: sent.slice(first, first + 3000) })
  await expectEventually(server, async () => (await read(projectName)).position ?? 0).toBeGreaterThanOrEqual(
    began + (ROWS - 3) * MINUTE,
  )
}

const read = async (projectName: string, query = ''): Promise<LiveAnalysis> =>
  (await owner.get(`liveAnalysis?projectName=${projectName}${query}`)).body

describe('the forecast of a project', () => {
  it('is made for each series that is drawn, with a reason where there is none', async () => {
    await fill('shop', {
      'disk[node1]': (row) => 20 + 0.04 * row + noise(row, 0),
      'load[node1]': (row) => 50 + 4 * noise(row, 1),
      'load[node2]': (row) => (row < 1000 ? 50 + 4 * noise(row, 2) : undefined),
      'load[node3]': (row) => (row >= ROWS - 2 ? 50 : undefined),
    })
    expect(await read('shop')).not.toHaveProperty('forecast')
    expect(await read('shop', '&predict=0')).not.toHaveProperty('forecast')
    const { forecast, position } = await read('shop', '&predict=2&buckets=1')
    const { from, until, stepMs, times, series, missing, level } = forecast!
    expect([from % stepMs, level]).toEqual([0, 0.9])
    expect(position! + MINUTE - from).toBeLessThan(stepMs)
    expect(times).toEqual(times.map((_, step) => from + (step + 1) * stepMs))
    expect(until).toBe(times.at(-1))
    expect(until - from).toBeGreaterThan(110 * MINUTE)
    expect(series.map(({ seriesId }) => seriesId).sort()).toEqual(['disk[node1]', 'load[node1]'])
    for (const { mid, low, high } of series) {
      expect([mid, low, high].map((curve) => curve.length)).toEqual([times.length, times.length, times.length])
      expect(mid.every((value, step) => value >= low[step]! && value <= high[step]!)).toBe(true)
    }
    const disk = series.find(({ seriesId }) => seriesId === 'disk[node1]')!
    expect(disk.mid.at(-1)).toBeGreaterThan(disk.mid[0]! + 2)
    expect(disk.outlook).toMatchObject({ kind: 'leaves', side: 'above' })
    expect(disk.outlook!.about).toBeGreaterThan(from)
    expect(disk.coverage).toBeGreaterThan(0.6)
    expect(disk.backTest!.error).toBeLessThan(disk.backTest!.naiveError * 1.1)
    const reasons = new Map(missing.map(({ seriesId, reason }) => [seriesId, reason]))
    expect([...reasons.keys()].sort()).toEqual(['load[node2]', 'load[node3]'])
    expect(reasons.get('load[node2]')).toBe('silent')
    expect(reasons.get('load[node3]')).toMatch(/learning|short/)
  })

  it('comes with an event of a stream once it is ready, and is not sent again before its next step', {
    timeout: 120_000,
  }, async () => {
    await fill('streamed', { 'load[node1]': (row) => 50 + 4 * noise(row, 1) })
    const gone = new AbortController()
    const events: LiveAnalysis[] = []
    const response = await fetch(`${server.api}liveAnalysis?projectName=streamed&predict=24`, {
      headers: { Accept: 'text/event-stream', cookie: owner.cookie! },
      signal: gone.signal,
    })
    const reading = (async () => {
      let text = ''
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const parts = (text + chunk).split('\n\n')
        text = parts.pop()!
        for (const part of parts)
          if (part.includes('event: rows')) events.push(JSON.parse(part.slice(part.indexOf('data: ') + 6)))
      }
    })().catch(() => {})
    const forecasts = () => events.flatMap(({ forecast }) => forecast?.from ?? [])
    await expectEventually(server, () => forecasts().length).toBeGreaterThan(0)
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'streamed'))
    const before = events.length
    for (let count = 0; count < 3; count++) {
      const known = events.length
      server.ctx.liveChanges.announce(source!.id)
      await expectEventually(server, () => events.length).toBeGreaterThan(known)
    }
    expect(events.length).toBeGreaterThan(before)
    expect(new Set(forecasts()).size).toBe(forecasts().length)
    gone.abort()
    await reading
  })

  it('is as long as the values allow, and asked for within bounds', async () => {
    await fill('young', { 'load[node1]': (row) => (row >= ROWS - 200 ? 50 + 4 * noise(row, 1) : undefined) })
    const { forecast } = await read('young', '&predict=6&buckets=1')
    const [only] = forecast!.series
    expect(only!.mid.length).toBeGreaterThan(20)
    expect(only!.mid.length).toBeLessThan(forecast!.times.length / 2)
    const { forecast: longer } = await read('young', '&predict=24&buckets=1')
    expect(longer).toMatchObject({ series: [], missing: [{ reason: 'short', need: 30 }] })
    expect(longer!.missing[0]!.got).toBeLessThan(30)
    for (const predict of ['-1', '169', 'long'])
      expect((await owner.get(`liveAnalysis?projectName=young&predict=${predict}`)).status).toBe(400)
  })
  it('leaves no range that single samples have left before', async () => {
    await fill('noisy', { 'disk[node1]': (row) => 20 + 0.01 * row + 4 * noise(row, 0) })
    const { forecast, series } = await read('noisy', '&predict=24&buckets=1&span=172800000')
    const { outlook } = forecast!.series[0]!
    expect(forecast!.stepMs).toBeGreaterThan(5 * MINUTE)
    expect(outlook).toMatchObject({ kind: 'leaves', side: 'above' })
    expect(outlook!.limit).toBe(series[0]!.max[0])
  })
  it('is that of the rate of a counter, which may leave the range of its history', async () => {
    let total = 1e9
    await fill('counted', {
      'requests_total[node1]': (row) => {
        total = row === 700 ? 0 : total + 60 * (20 + 0.04 * row + noise(row, 0))
        return total
      },
    })
    const { forecast, series } = await read('counted', '&predict=2')
    expect(series[0]).toMatchObject({ rate: true, unit: '/s' })
    const [only] = forecast!.series
    expect(only!.mid.every((value) => value > 70 && value < 100)).toBe(true)
    expect(only!.outlook).toMatchObject({ kind: 'leaves', side: 'above' })
    expect(only!.outlook!.limit).toBeGreaterThan(75)
    expect(only!.outlook!.limit).toBeLessThan(95)
  })
})
