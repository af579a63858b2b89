import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressSnappy } from '../../protocols/snappy.ts'
import { findings, sources } from '../../schema/index.ts'
import { advance, pass } from '../../testing/eventually.ts'
import type { Bytes } from '../../testing/protobuf-writer.ts'
import { type SentSeries, writeRequest } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const SCRAPE = 15_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const METRICS = ['http_requests_total', 'process_resident_memory_bytes', 'go_goroutines']
const ALL = ['up', ...METRICS]
const bitsOf = (value: bigint): Bytes => new Uint8Array(new BigUint64Array([value]).buffer)
const STALE = bitsOf(0x7ff0000000000002n)
const NOT_A_NUMBER = bitsOf(0x7ff8000000000001n)

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  owner = await server.signUp('owner001')
}, 60_000)
afterAll(() => server.close())

type Value = number | Bytes | undefined

/** A scraped target; `at` is the time since the first scrape of the test. */
interface Target {
  readonly instance: string
  readonly valueAt: (metric: string, at: number) => Value
  readonly metrics?: readonly string[]
  /** When its series end by a marker that is written with the scrape at `writtenAt`. */
  readonly stale?: { readonly metrics: readonly string[]; readonly at: number; readonly writtenAt: number }
}

/** The same for the same time and text, from 0 to 1. */
function noise(at: number, text: string): number {
  const x = Math.sin((at / SCRAPE) * 12.9898 + text.length * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

function healthy(metric: string, at: number): number {
  if (metric === 'up') return 1
  const isCounter = metric.endsWith('_total')
  return isCounter ? 1000 + (at / SCRAPE) * 40 + 2 * noise(at, metric) : 50 + 4 * noise(at, metric)
}

function sendRemoteWrite(sender: TestClient, series: readonly SentSeries[]) {
  return sender.send('POST', 'ingest/prometheus/api/v1/write', {
    body: compressSnappy(writeRequest(series)) as Uint8Array<ArrayBuffer>,
    headers: { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' },
  })
}

function sendOtlp(sender: TestClient, series: readonly SentSeries[]) {
  const resourceMetrics = series.map(({ labels: { __name__: name, instance }, samples }) => {
    const dataPoints = samples.map(([time, value]) => ({
      timeUnixNano: `${time}000000`,
      ...(value === STALE ? { flags: 1 } : { asDouble: value === NOT_A_NUMBER ? 'NaN' : value }),
    }))
    const attributes = [{ key: 'host.name', value: { stringValue: instance } }]
    return { resource: { attributes }, scopeMetrics: [{ metrics: [{ name, gauge: { dataPoints } }] }] }
  })
  return sender.post('ingest/otlp/v1/metrics', { resourceMetrics })
}

/** A project that Prometheus writes to every 15 seconds, with so much history before the first scrape. */
async function addProject(
  projectName: string,
  historyMs: number,
  targets: readonly Target[],
  { samplingInterval = SCRAPE / MINUTE, isOtlp = false } = {},
) {
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval })).body
  const sender = createTestClient(server.api, { bearer: secret })
  await advance(server, MINUTE - ((server.clock.now() - 2000) % MINUTE))
  const began = Math.floor(server.clock.now() / MINUTE) * MINUTE
  let next = -historyMs
  const write = async (to: number) => {
    const times = Array.from({ length: (to - next) / SCRAPE }, (_, row) => next + row * SCRAPE)
    const isNow = (at: number): boolean => at >= next && at < to
    const series = targets.flatMap(({ instance, valueAt, metrics = ALL, stale }) =>
      metrics.map((metric): SentSeries => {
        const samples = times.flatMap((at) => {
          const value = valueAt(metric, at)
          return value === undefined ? [] : [[began + at, value] as const]
        })
        if (stale?.metrics.includes(metric) && isNow(stale.writtenAt)) samples.push([began + stale.at, STALE])
        return { labels: { __name__: metric, instance, job: 'shop' }, samples }
      }),
    )
    const sent = series.filter(({ samples }) => samples.length > 0)
    expect((await (isOtlp ? sendOtlp(sender, sent) : sendRemoteWrite(sender, sent))).status).toBeLessThan(300)
    next = to
  }
  await write(0)
  await pass(server, 12_000)
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  return {
    /** Scrapes for so long; resolves with the keys of the findings that stood at the end of any interval. */
    async scrape(durationMs: number): Promise<string[]> {
      const seen = new Set<string>()
      for (const end = next + durationMs; next < end; ) {
        await pass(server, Math.max(0, began + next + 500 - server.clock.now()))
        await write(next + SCRAPE)
        await pass(server, SCRAPE - 2000)
        const found = await server.ctx.db.select().from(findings).where(eq(findings.sourceId, source!.id))
        for (const { key } of found) seen.add(key!)
      }
      return [...seen]
    },
  }
}

const steady = (instance: string): Target => ({ instance, valueAt: healthy })

/** Some metrics of a target send until a time. */
const until =
  (end: number, metrics: readonly string[] = ALL): Target['valueAt'] =>
  (metric, at) =>
    metrics.includes(metric) && at >= end ? undefined : healthy(metric, at)

describe('a series that Prometheus marks as stale', () => {
  it('is not silent, neither alone nor with its whole target', { timeout: 300_000 }, async () => {
    const metrics = ['go_goroutines']
    const { scrape } = await addProject('scaled-down', 3 * HOUR, [
      steady('10.0.0.1:8080'),
      { instance: '10.0.0.2:8080', valueAt: until(0), stale: { metrics: ALL, at: 0, writtenAt: 0 } },
      { instance: '10.0.0.3:8080', valueAt: until(0, metrics), stale: { metrics, at: 0, writtenAt: 0 } },
      // Prometheus waits for two scrapes of a target that it does not discover any more, and marks the first of them
      { instance: '10.0.0.4:8080', valueAt: until(0), stale: { metrics: ALL, at: 0, writtenAt: 2 * SCRAPE } },
    ])
    expect(await scrape(12 * SCRAPE)).toEqual([])
  })

  it('is not silent if its last value and the marker come within one sampling interval', {
    timeout: 300_000,
  }, async () => {
    const stale = { metrics: ALL, at: 2 * SCRAPE, writtenAt: 2 * SCRAPE }
    const { scrape } = await addProject(
      'within-minute',
      3 * HOUR,
      [steady('10.0.0.1:8080'), { instance: '10.0.0.2:8080', valueAt: until(2 * SCRAPE), stale }],
      { samplingInterval: 1 },
    )
    expect(await scrape(6 * MINUTE)).toEqual([])
  })

  it('is not reported any more when the marker comes late, of a time that was scored', {
    timeout: 300_000,
  }, async () => {
    const stale = { metrics: ALL, at: 0, writtenAt: 6 * SCRAPE }
    const { scrape } = await addProject('late-marker', 3 * HOUR, [
      steady('10.0.0.1:8080'),
      { instance: '10.0.0.2:8080', valueAt: until(0), stale },
    ])
    expect(await scrape(6 * SCRAPE)).toEqual([expect.stringMatching(/^silent\|10\.0\.0\.2:8080\|/)])
    await scrape(2 * SCRAPE)
    expect(await scrape(4 * SCRAPE)).toEqual([])
  })

  it('leaves the fall of `up` as the finding of a target that is down, within a minute or so', {
    timeout: 300_000,
  }, async () => {
    const { scrape } = await addProject('target-down', 3 * HOUR, [
      steady('10.0.0.1:8080'),
      {
        instance: '10.0.0.2:8080',
        valueAt: (metric, at) => (metric === 'up' && at >= 0 ? 0 : until(0, METRICS)(metric, at)),
        stale: { metrics: METRICS, at: 0, writtenAt: 0 },
      },
    ])
    expect(await scrape(6 * SCRAPE)).toEqual([expect.stringMatching(/^10\.0\.0\.2:8080\|/)])
  })

  it('is silent without the marker', { timeout: 300_000 }, async () => {
    const { scrape } = await addProject('unmarked', 3 * HOUR, [
      steady('10.0.0.1:8080'),
      { instance: '10.0.0.2:8080', valueAt: until(0) },
    ])
    expect(await scrape(6 * SCRAPE)).toEqual([expect.stringMatching(/^silent\|10\.0\.0\.2:8080\|/)])
  })
})

describe('a summary without observations', () => {
  it('is not silent: its sender is there', { timeout: 300_000 }, async () => {
    const { scrape } = await addProject('summary', 3 * HOUR, [
      steady('10.0.0.1:8080'),
      {
        ...steady('10.0.0.2:8080'),
        metrics: ['up', 'go_goroutines', 'rpc_duration_seconds'],
        valueAt: (metric, at) => (metric === 'rpc_duration_seconds' && at >= 0 ? NOT_A_NUMBER : healthy(metric, at)),
      },
    ])
    expect(await scrape(12 * SCRAPE)).toEqual([])
  })
})

describe('OpenTelemetry', () => {
  it('ends series by points without a recorded value, and is there with values that are no numbers', {
    timeout: 300_000,
  }, async () => {
    const { scrape } = await addProject(
      'otlp',
      3 * HOUR,
      [
        steady('host1'),
        { instance: 'host2', valueAt: until(0), stale: { metrics: ALL, at: 0, writtenAt: 0 } },
        { instance: 'host3', valueAt: (metric, at) => (at >= 0 ? NOT_A_NUMBER : healthy(metric, at)) },
        { instance: 'host4', valueAt: until(0) },
      ],
      { isOtlp: true },
    )
    expect(await scrape(6 * SCRAPE)).toEqual([expect.stringMatching(/^silent\|host4\|/)])
  })
})

describe('pods without markers', () => {
  it('are replaced without an incident; a pod that is the last of its kind is silent', {
    timeout: 300_000,
  }, async () => {
    const during =
      (from: number, to: number) =>
      (metric: string, at: number): Value =>
        at >= from && at < to ? healthy(metric, at) : undefined
    const forever = Number.POSITIVE_INFINITY
    const { scrape } = await addProject('pods', 3 * HOUR, [
      steady('gateway'),
      { instance: 'shop-7d9f8c6b5d-x2x4z', valueAt: during(-forever, 0) },
      { instance: 'shop-5b8c7d9f6c-k8s2v', valueAt: during(2 * SCRAPE, forever) },
      { instance: 'cart-6c5b4d7f88-zz9xw', valueAt: during(-forever, 20 * SCRAPE) },
    ])
    expect(await scrape(16 * SCRAPE)).toEqual([])
    expect(await scrape(20 * SCRAPE)).toEqual([expect.stringMatching(/^silent\|cart-/)])
  })
})

describe('a project that began a few minutes ago', () => {
  it('reports no silence of a series that was seen for so short a time', { timeout: 300_000 }, async () => {
    const { scrape } = await addProject('young', HOUR / 4, [
      steady('10.0.0.1:8080'),
      { instance: 'worker1', valueAt: until(0) },
    ])
    expect(await scrape(12 * SCRAPE)).toEqual([])
  })
})
