import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sources } from '../../schema/index.ts'
import type { LiveAnalysis, ProjectData } from '../../schema/wire-types.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'
import { applyMetadata } from '../ingest/ingest-points.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
})
afterAll(() => server.close())

interface Sent {
  readonly metric: string
  /** Left out where the sender does not say. */
  readonly type?: 'counter' | 'gauge'
  readonly values: readonly (number | null)[]
}

/** As OpenTelemetry sends it, or as points of JSON where a series has no type. */
function bodyOf({ metric, type, values }: Sent, timeOf: (row: number) => number): [path: string, body: object] {
  const present = values.flatMap((value, row) => (value === null ? [] : { time: timeOf(row), value }))
  if (type === undefined)
    return ['ingest/points', { points: present.map((point) => ({ metric, instance: 'web1', ...point })) }]
  const dataPoints = present.map(({ time, value }) => ({ timeUnixNano: `${time}000000`, asDouble: value }))
  const data =
    type === 'gauge' ? { gauge: { dataPoints } } : { sum: { dataPoints, aggregationTemporality: 2, isMonotonic: true } }
  const attributes = [{ key: 'service.instance.id', value: { stringValue: 'web1' } }]
  const scopeMetrics = [{ metrics: [{ name: metric, ...data }] }]
  return ['ingest/otlp/v1/metrics', { resourceMetrics: [{ resource: { attributes }, scopeMetrics }] }]
}

let accounts = 0

/** A project whose series have a sample each step until now; null for none. */
async function addProject(projectName: string, stepMs: number, series: readonly Sent[]) {
  const owner = await server.signUp(`rates00${++accounts}`)
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: stepMs / MINUTE })).body
  const sender = createTestClient(server.api, { bearer: secret })
  const rows = series[0]!.values.length
  const began = Math.floor(server.clock.now() / stepMs) * stepMs - rows * stepMs
  const timeOf = (row: number): number => began + row * stepMs
  const send = async (one: Sent, first = 0): Promise<void> => {
    const [path, body] = bodyOf(one, (row) => timeOf(first + row))
    expect((await sender.post(path, body)).status).toBe(200)
  }
  for (const one of series) await send(one)
  const read = async (last = rows - 1): Promise<LiveAnalysis> =>
    (await owner.get(`liveAnalysis?projectName=${projectName}&from=${began}&to=${timeOf(last)}&buckets=2000`)).body
  const untilScored = (last = rows - 1) =>
    expectEventually(server, async () => (await read()).position).toBeGreaterThanOrEqual(timeOf(last))
  await untilScored()
  return { owner, timeOf, send, read, untilScored }
}

/** What a stream sends until that has come. */
async function streamUntil(
  query: string,
  cookie: string,
  expected: RegExp,
  onText: (text: string) => void = () => {},
): Promise<RegExpExecArray> {
  const gone = new AbortController()
  const headers = { Accept: 'text/event-stream', cookie }
  const response = await fetch(`${server.api}liveAnalysis?${query}`, { headers, signal: gone.signal })
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    onText(text)
    const found = expected.exec(text)
    if (found === null) continue
    gone.abort()
    return found
  }
  throw new Error('the stream ended')
}

async function firstEvent(query: string, cookie: string): Promise<LiveAnalysis> {
  const [, data] = await streamUntil(query, cookie, /event: rows[\s\S]*?data: (.*)\n\n/)
  return JSON.parse(data!)
}

/** The same for the same row, from 0 to 1. */
function noise(row: number): number {
  const x = Math.sin(row * 12.9898) * 43_758.5453
  return x - Math.floor(x)
}

describe('a counter on the live analysis', () => {
  it('is given by its rate per second, after a reset from 0, and so are its increments', async () => {
    const { owner, timeOf, read } = await addProject('counted', MINUTE, [
      { metric: 'sent_bytes_total', type: 'counter', values: [0, 60, 120, 30, 90] },
      { metric: 'load', type: 'gauge', values: [0, 60, null, 30, 90] },
    ])
    const expected = {
      sent_bytes_total: { rate: true, unit: 'B/s', values: [null, 1, 1, 0.5, 1], count: [0, 1, 1, 1, 1] },
      load: { rate: undefined, unit: undefined, values: [0, 60, null, 30, 90], count: [1, 1, 0, 1, 1] },
    }
    const linesOf = ({ times, series }: LiveAnalysis, from: number) =>
      Object.fromEntries(
        series.map(({ metric, rate, unit, min, max, count }) => {
          expect(min).toEqual(max)
          const rows = [...times.keys()].filter((at) => times[at]! >= from && times[at]! <= timeOf(4))
          return [metric, { rate, unit, values: rows.map((at) => max[at]), count: rows.map((at) => count[at]) }]
        }),
      )
    expect(linesOf(await read(), timeOf(0))).toEqual(expected)
    const part = await firstEvent(`projectName=counted&since=${timeOf(1)}`, owner.cookie!)
    expect(part.from).toBeGreaterThan(timeOf(1))
    for (const [metric, line] of Object.entries(expected)) {
      const { values, count } = line
      const after = { ...line, values: values.slice(2), count: count.slice(2) }
      expect(linesOf(part, timeOf(2))[metric]).toEqual(after)
    }
    const whole = `projectName=counted&from=${timeOf(0)}&to=${timeOf(4)}`
    const coarse: LiveAnalysis = (await owner.get(`liveAnalysis?${whole}&buckets=1`)).body
    expect(coarse.series.find(({ rate }) => rate)).toMatchObject({ min: [0.5], max: [1], count: [4] })
    const raw: ProjectData = (await owner.get(`projectData?${whole}`)).body
    expect(raw.series[0]!.max.filter((value) => value !== null)).toEqual([0, 60, 120, 30, 90])
    expect(raw.series[0]).not.toHaveProperty('rate')
  })
  it('has the rate of a whole step, and none for a part of one', async () => {
    const { owner, timeOf, send } = await addProject('partly', MINUTE, [
      { metric: 'sent_total', type: 'counter', values: [0, 60] },
      // One that is behind, so that the step under way is not scored before it is over
      { metric: 'load', type: 'gauge', values: [1, 1] },
    ])
    await send({ metric: 'sent_total', type: 'counter', values: [70] }, 2)
    const query = `projectName=partly&from=${timeOf(0)}&to=${timeOf(1) + 30_000}`
    const halfway: LiveAnalysis = (await owner.get(`liveAnalysis?${query}`)).body
    expect([halfway.times, halfway.series[0]!.max]).toEqual([
      [timeOf(0), timeOf(1)],
      [null, 1],
    ])
    const now: LiveAnalysis = (await owner.get('liveAnalysis?projectName=partly&span=600000')).body
    const at = now.times.indexOf(timeOf(2))
    if (server.clock.now() < timeOf(3)) expect(now.series[0]!.max[at]).toBeNull()
    server.clock.advance(MINUTE)
    const later: LiveAnalysis = (await owner.get('liveAnalysis?projectName=partly&span=600000')).body
    expect(later.series[0]!.max[later.times.indexOf(timeOf(2))]).toBeCloseTo(1 / 6, 5)
  })
  it('has sentences in the unit that is drawn, and so is its expected range', async () => {
    let total = 1e12
    const isFault = (row: number) => row >= 850 && row < 870
    const increases = Array.from({ length: 900 }, (_, row) => Math.round(90 + 20 * noise(row)) * (isFault(row) ? 3 : 1))
    const { owner, read, timeOf } = await addProject('told', SECOND, [
      { metric: 'requests_total', type: 'counter', values: increases.map((increase) => (total += increase)) },
    ])
    const { periods, series, times } = await read()
    const [period] = periods
    const { peak, peakAt, usual } = period!.series[0]!
    expect(period!.sentence).toMatch(
      new RegExp(`^rate\\(requests_total\\) on web1 reached ${peak}/s, usually \\d+(\\.\\d)?, for`),
    )
    const row = (peakAt! - timeOf(0)) / SECOND
    const raw: ProjectData = (
      await owner.get(`projectData?projectName=told&from=${peakAt! - SECOND}&to=${peakAt!}&buckets=2`)
    ).body
    expect(peak).toBe(raw.series[0]!.max.at(-1)! - raw.series[0]!.max[0]!)
    expect([peak, times[row]]).toEqual([Math.max(...increases), peakAt])
    const [line] = series
    expect(line!.max[row]).toBe(peak)
    expect(line!.flagged.find(({ time }) => time === peakAt)?.value).toBe(peak)
    expect(usual).toBeGreaterThan(90)
    expect([line!.low[800]! > 60, line!.low[800]! < 100, line!.high[800]! > 100, line!.high[800]! < 140]).toEqual([
      ...[true, true, true, true],
    ])
    expect(Math.max(...line!.high.map(Number))).toBeLessThan(1000)
  })
  it('is read by its rate as soon as metadata says what it is, and shows no range of its count', async () => {
    const values = Array.from({ length: 120 }, (_, row) => 1000 + Math.floor(row / 30))
    const { owner, read, send, untilScored, timeOf } = await addProject('named', SECOND, [
      { metric: 'errors_total', values },
    ])
    const [before] = (await read()).series
    expect(before).not.toHaveProperty('rate')
    expect(before!.high.at(-1)).toBeGreaterThan(1000)
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'named'))
    const following = Promise.withResolvers<void>()
    const followed = streamUntil('projectName=named', owner.cookie!, /event: reset/, (text) => {
      if (text.includes('event: rows')) following.resolve()
    })
    await following.promise
    await applyMetadata(server.ctx, source!.id, [{ metric: 'errors_total', type: 'counter', unit: null }])
    const rows = Math.floor((server.clock.now() - timeOf(0)) / SECOND) - values.length
    await send(
      { metric: 'errors_total', values: Array.from({ length: rows + 60 }, (_, row) => 1004 + row) },
      values.length,
    )
    server.clock.advance(60 * SECOND)
    await untilScored(values.length + rows + 50)
    await followed
    const [after] = (await read(values.length + rows + 50)).series
    expect(after).toMatchObject({ rate: true, unit: '/s' })
    expect(after!.max.slice(28, 32)).toEqual([0, 0, 1, 0])
    expect(after!.high.at(-1)).toBeGreaterThan(0)
    expect(Math.max(...after!.high.map(Number))).toBeLessThan(10)
  })
})
