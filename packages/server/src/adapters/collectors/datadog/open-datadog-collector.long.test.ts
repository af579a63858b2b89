import { describe, expect, test } from 'vitest'
import { type CollectedData, type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import type { CollectedBatch, Collector, CollectWindow } from '../../../ports/collector.ts'
import { type DatadogServer, startDatadogServer } from '../../../testing/providers/datadog-server.ts'
import { json } from '../../../testing/providers/wire-server.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import type { DatadogOptions } from './datadog-options.ts'
import { openDatadogCollector } from './open-datadog-collector.ts'

const STEP_MS = 60_000
const START = Date.UTC(2026, 10, 20, 8)
const WINDOW: CollectWindow = { from: START, to: START + 10 * STEP_MS, stepMs: STEP_MS }
const NOW = START + 11 * STEP_MS
const PERMISSIONS = ['timeseries_query', 'metrics_read', 'hosts_read', 'logs_read_data']
const KEYS = { apikey: `${'a'.repeat(31)}1`, appkey: `${'b'.repeat(39)}2` }
const never = new AbortController().signal

function open(server: DatadogServer, options: Partial<DatadogOptions> = {}, timeoutMs?: number): Collector {
  return openDatadogCollector(
    { site: 'datadoghq.com', endpoint: `${server.url}/`, dataType: 'Metric', query: [], ...KEYS, ...options },
    { outbound: openTestOutbound({ timeoutMs }), clock: createTestClock({ isStill: true, startsAt: NOW }) },
  )
}

async function startHarness(
  options: Partial<DatadogOptions>,
): Promise<{ server: DatadogServer; harness: CommonHarness }> {
  const server = await startDatadogServer()
  server.setKeys({ ...KEYS, permissions: PERMISSIONS })
  const harness = {
    server,
    window: WINDOW,
    secrets: Object.values(KEYS),
    errorAnswer: (status: number, text: string) => json(status, { errors: [text] }),
    throttled: {
      answer: json(
        429,
        { errors: ['Rate limit of 1600 requests in 3600 seconds reached'] },
        { 'x-ratelimit-reset': '42' },
      ),
      retryAfterMs: 42_000,
    },
    refusals: [
      { answer: json(400, { errors: ["Error parsing query: Rule 'scope_expr' didn't match"] }), fault: 'query' },
      { answer: json(401, { errors: ['Unauthorized'] }), fault: 'credentials' },
      { answer: json(404, { errors: ['Not found'] }), fault: 'notFound' },
      { answer: { status: 302, headers: { location: 'https://login.example.com' } }, fault: 'badAnswer' },
    ] as const,
    open({ keys: which, timeoutMs }: { keys?: 'wrong' | 'limited'; timeoutMs?: number } = {}) {
      if (which === 'limited') server.setKeys({ ...KEYS, permissions: [] })
      const changed = which === 'wrong' ? { appkey: 'c'.repeat(40) } : {}
      return open(server, { ...options, ...changed }, timeoutMs)
    },
  }
  return { server, harness }
}

type CommonHarness = Pick<
  CollectorHarness,
  'server' | 'window' | 'secrets' | 'errorAnswer' | 'throttled' | 'refusals' | 'open'
>

const METRIC_NAME = 'system.cpu.user'

async function startMetrics(): Promise<CollectorHarness> {
  const { server, harness } = await startHarness({ query: ['avg:system.cpu.user{*} by {host}'] })
  return {
    ...harness,
    known: (span) => samplesOf(server, [METRIC_NAME], span),
    spoilValue() {
      server.trouble = 'textValue'
      return { series: 'system.cpu.user[web1]', time: START + STEP_MS }
    },
    grow() {
      server.hosts = Array.from({ length: 700 }, (_, index) => `web${index}`)
    },
    vanish: () => server.metrics.clear(),
    offerChoices(count) {
      for (let index = 0; index < count; index++) server.metrics.set(`custom.metric.${index}`, { unit: null })
      return { open: () => open(server), field: 'metrics' }
    },
  }
}

async function startLogs(): Promise<CollectorHarness> {
  const { server, harness } = await startHarness({ dataType: 'Log', query: ['service:shop', 'service:cart'] })
  return {
    ...harness,
    known: ({ from, to }) => ({ samples: {}, lines: server.logEvents(from, to).map(toLine) }),
    paging: {
      shrinkPages() {
        server.pageSize = 7
      },
      serveEmptyPages() {
        server.trouble = 'emptyPages'
      },
      repeatPage() {
        server.trouble = 'repeatedCursor'
      },
    },
    grow() {
      server.logEveryMs = 100
    },
    vanish() {
      server.logEveryMs = 0
    },
  }
}

collectorContract('metrics of Datadog', startMetrics)
collectorContract('logs of Datadog', startLogs)

describe('openDatadogCollector', () => {
  const withServer = async (use: (server: DatadogServer) => Promise<void>) => {
    const server = await startDatadogServer()
    server.setKeys({ ...KEYS, permissions: PERMISSIONS })
    try {
      await use(server)
    } finally {
      await server.close()
    }
  }

  test('collects all active metrics by host where none are chosen, and names them with their units', () =>
    withServer(async (server) => {
      const found = await collect(open(server))
      expect(Object.keys(toSamples(found))).toHaveLength(9)
      const series = found.flatMap((batch) => batch.series ?? []).map(({ series }) => series)
      expect(series).toContainEqual({
        id: 'trace.http.request.hits[web2]',
        metric: 'trace.http.request.hits',
        instance: 'web2',
        unit: 'request/second',
        type: 'gauge',
        labels: { host: 'web2' },
      })
    }))

  test('collects the chosen metrics of the chosen hosts', () =>
    withServer(async (server) => {
      const found = await collect(open(server, { metrics: ['system.load.1'], hosts: ['web1', 'web3'] }))
      expect(Object.keys(toSamples(found))).toEqual(['system.load.1[web1]', 'system.load.1[web3]'])
    }))

  test('names the series of two queries of one metric apart', () =>
    withServer(async (server) => {
      const query = ['avg:system.load.1{*} by {host}', 'max:system.load.1{*} by {host}', 'max:system.load.1{*}']
      expect(Object.keys(toSamples(await collect(open(server, { query }))))).toEqual([
        'system.load.1[web1]',
        'system.load.1[web2]',
        'system.load.1[web3]',
        ...['web1', 'web2', 'web3'].map((host) => `system.load.1{query="max:system.load.1{*} by {host}"}[${host}]`),
        'system.load.1{query="max:system.load.1{*}"}',
      ])
    }))

  test('asks for ten queries at once; in a long window for one first, then for as many as fit', () =>
    withServer(async (server) => {
      const query = Array.from({ length: 25 }, (_, index) => `avg:system.load.1{host:web${index}} by {host}`)
      await collect(open(server, { query }))
      expect(server.calls).toBe(3)
      const collector = open(server, { query: [query.join(', ')] })
      await collect(collector, { from: START, to: START + 1000 * STEP_MS, stepMs: STEP_MS })
      expect(server.calls).toBe(3 + 4)
      expect(await collector.estimate(STEP_MS, never)).toEqual({ callsPerDay: 1440 * 3, callsPerBackfilledDay: 5 })
    }))

  test('estimates the series where one request tells them', () =>
    withServer(async (server) => {
      const collector = open(server, { query: ['avg:system.load.1{*} by {host}', 'avg:system.cpu.user{*}'] })
      expect(await collector.estimate(STEP_MS, never)).toEqual({
        seriesCount: 4,
        callsPerDay: 1440,
        callsPerBackfilledDay: 2,
      })
    }))

  test('asks for the halves of a window whose answer is too large', () =>
    withServer(async (server) => {
      server.failNext({ status: 200, body: ' '.repeat(65 * 2 ** 20) })
      const found = await collect(open(server, { query: ['avg:system.load.1{*} by {host}'] }))
      expect(toSamples(found)).toEqual(Object.fromEntries(server.hosts.map((host) => [`system.load.1[${host}]`, 10])))
      expect(server.calls).toBe(3)
    }))

  test('refuses to collect more metrics than a project should hold', () =>
    withServer(async (server) => {
      for (let index = 0; index < 1001; index++) server.metrics.set(`custom.metric.${index}`, { unit: null })
      await expect(collect(open(server))).rejects.toMatchObject({ fault: 'tooMuch' })
      const { series, notes } = await open(server).test(never)
      expect(series).not.toEqual([])
      expect(notes).toEqual([expect.stringContaining('1004 metrics are active')])
      expect((await open(server).choices('', never))[0]?.total).toBe(1004)
    }))

  test('says which permission is missing: logs without metrics, choices without hosts', () =>
    withServer(async (server) => {
      server.setKeys({ ...KEYS, permissions: ['logs_read_data', 'metrics_read'] })
      expect((await open(server, { dataType: 'Log' }).test(never)).lines).toHaveLength(20)
      const metrics = open(server, { metrics: ['system.load.1'] })
      await expect(metrics.test(never)).rejects.toMatchObject({
        fault: 'permission',
        providerText: expect.stringContaining('timeseries_query'),
      })
      expect((await metrics.choices('', never)).map(({ field }) => field)).toEqual(['metrics'])
      server.setKeys({ ...KEYS, permissions: ['timeseries_query', 'hosts_read'] })
      expect((await metrics.choices('', never)).map(({ field }) => field)).toEqual(['metrics', 'hosts'])
      expect((await open(server, { metrics: ['a'] }).choices('', never)).map(({ field }) => field)).toEqual(['hosts'])
    }))

  test('offers the hosts', () =>
    withServer(async (server) => {
      const [, hosts] = await open(server).choices('web2', never)
      expect(hosts).toEqual({ field: 'hosts', items: [{ id: 'web2' }], total: 1 })
    }))

  test('does not take a search that Datadog gave up for all lines', () =>
    withServer(async (server) => {
      server.trouble = 'searchTimeout'
      await expect(collect(open(server, { dataType: 'Log' }))).rejects.toMatchObject({ fault: 'timeout' })
    }))

  test('takes the refusal of a query that is answered with status 200', () =>
    withServer(async (server) => {
      server.failNext(json(200, { status: 'error', error: 'unable to parse', series: [] }))
      await expect(collect(open(server, { query: ['avg:x{*}'] }))).rejects.toMatchObject({
        fault: 'query',
        providerText: 'unable to parse',
      })
    }))
})

async function collect(collector: Collector, span = WINDOW): Promise<CollectedBatch[]> {
  const batches: CollectedBatch[] = []
  for await (const batch of collector.collect(span, undefined, never)) batches.push(batch)
  return batches
}

function toSamples(batches: readonly CollectedBatch[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { series = [] } of batches)
    for (const { series: key, times } of series) counts[key.id] = (counts[key.id] ?? 0) + times.length
  return counts
}

function samplesOf(server: DatadogServer, metrics: readonly string[], { from, to }: CollectWindow): CollectedData {
  const samples: Record<string, [number, number][]> = {}
  for (const metric of metrics)
    for (const host of server.hosts) {
      const points: [number, number][] = []
      for (let time = from; time < to; time += STEP_MS) points.push([time, server.valueAt(metric, host, time)])
      samples[`${metric}[${host}]`] = points
    }
  return { samples, lines: [] }
}

function toLine({ time, host, service, status, message }: ReturnType<DatadogServer['logEvents']>[number]) {
  return {
    time,
    instance: host,
    service,
    severity: status === 'error' ? 17 : 9,
    line: message,
    attributes: { order: message.split(' ')[1], tags: ['env:prod'] },
  }
}
