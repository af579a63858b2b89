import { describe, expect, test } from 'vitest'
import { type CollectedData, type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import type { CollectedBatch, Collector, CollectWindow } from '../../../ports/collector.ts'
import { type NewRelicServer, startNewRelicServer } from '../../../testing/providers/newrelic-server.ts'
import { json } from '../../../testing/providers/wire-server.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import type { NewRelicOptions } from './newrelic-options.ts'
import { openNewRelicCollector } from './open-newrelic-collector.ts'

const STEP_MS = 60_000
const START = Date.UTC(2026, 10, 20, 8)
const WINDOW: CollectWindow = { from: START, to: START + 10 * STEP_MS, stepMs: STEP_MS }
const NOW = START + 11 * STEP_MS
const KEYS = { apikey: 'NRAK-THEKEYOFTHETESTANDNOTHING', accountId: 42 }
const never = new AbortController().signal

function open(server: NewRelicServer, options: Partial<NewRelicOptions> = {}, timeoutMs?: number): Collector {
  return openNewRelicCollector(
    { region: 'US', endpoint: `${server.url}/graphql`, dataType: 'Metric', nrql: [], ...KEYS, ...options },
    { outbound: openTestOutbound({ timeoutMs }), clock: createTestClock({ isStill: true, startsAt: NOW }) },
  )
}

const failed = (message: string, extensions: object) =>
  json(200, { data: { actor: { account: null } }, errors: [{ message, path: ['actor', 'account'], extensions }] })

async function startHarness(options: Partial<NewRelicOptions>) {
  const server = await startNewRelicServer()
  server.setKeys({ apikey: KEYS.apikey, accounts: [KEYS.accountId] })
  const harness: CommonHarness = {
    server,
    window: WINDOW,
    secrets: [KEYS.apikey],
    errorAnswer: (status, text) => json(status, { errors: [{ message: text }] }),
    throttled: {
      answer: { status: 429, headers: { 'retry-after': '7' }, body: '{"errors":[{"message":"Too many requests"}]}' },
      retryAfterMs: 7000,
    },
    refusals: [
      { answer: failed('Too many queries', { errorClass: 'TOO_MANY_REQUESTS' }), fault: 'throttled' },
      { answer: failed('NRQL Syntax Error: unexpected FORM', {}), fault: 'query' },
      { answer: failed('The query took too long', { errorClass: 'TIMEOUT' }), fault: 'timeout' },
      { answer: failed('Something went wrong', { errorClass: 'INTERNAL_SERVER_ERROR' }), fault: 'providerFailed' },
      { answer: failed('Invalid API key', { error_code: 'BAD_API_KEY' }), fault: 'credentials' },
      { answer: failed('Unknown argument', {}), fault: 'query' },
      { answer: json(200, { data: { actor: { account: { nrql: null } } } }), fault: 'badAnswer' },
    ],
    open({ keys: which, timeoutMs } = {}) {
      if (which === 'limited') server.setKeys({ apikey: KEYS.apikey, accounts: [] })
      const changed = which === 'wrong' ? { apikey: 'NRAK-ANOTHERKEY' } : {}
      return open(server, { ...options, ...changed }, timeoutMs)
    },
  }
  return { server, harness }
}

type CommonHarness = Pick<
  CollectorHarness,
  'server' | 'window' | 'secrets' | 'errorAnswer' | 'throttled' | 'refusals' | 'open'
>

async function startMetrics(): Promise<CollectorHarness> {
  const { server, harness } = await startHarness({ metrics: ['host.cpuPercent', "it's.odd"] })
  return {
    ...harness,
    known: (span) => samplesOf(server, ['host.cpuPercent', "it's.odd"], span),
    spoilValue() {
      server.trouble = 'textValue'
      server.metrics.delete("it's.odd")
      return { series: 'host.cpuPercent[shop]', time: START + STEP_MS }
    },
    grow() {
      server.entities = Array.from({ length: 700 }, (_, index) => `app${index}`)
    },
    vanish: () => server.metrics.clear(),
    offerChoices(count) {
      for (let index = 0; index < count; index++) server.metrics.add(`custom.metric.${index}`)
      return { open: () => open(server), field: 'metrics' }
    },
  }
}

async function startLogs(): Promise<CollectorHarness> {
  const { server, harness } = await startHarness({ dataType: 'Log' })
  return {
    ...harness,
    known: ({ from, to }) => ({ samples: {}, lines: server.logEvents(from, to).map(toLine) }),
    paging: {
      shrinkPages() {
        server.logEveryMs = 100
        server.maxRows = 2000
      },
    },
    grow() {
      server.logEveryMs = 60
    },
    vanish() {
      server.logEveryMs = 0
    },
  }
}

collectorContract('metrics of New Relic', startMetrics)
collectorContract('logs of New Relic', startLogs)

describe('openNewRelicCollector', () => {
  const withServer = async (use: (server: NewRelicServer) => Promise<void>) => {
    const server = await startNewRelicServer()
    server.setKeys({ apikey: KEYS.apikey, accounts: [KEYS.accountId] })
    try {
      await use(server)
    } finally {
      await server.close()
    }
  }

  test('collects all metrics of the last hour where none are chosen', () =>
    withServer(async (server) => {
      expect(await collect(open(server))).toEqual(samplesOf(server, [...server.metrics], WINDOW))
    }))

  test('refuses to collect more metrics than a project should hold', () =>
    withServer(async (server) => {
      for (let index = 0; index < 1001; index++) server.metrics.add(`custom.metric.${index}`)
      await expect(collect(open(server))).rejects.toMatchObject({ fault: 'tooMuch' })
      const { series, notes } = await open(server).test(never)
      expect(series).not.toEqual([])
      expect(notes).toEqual([expect.stringContaining('There are 1004 metrics')])
      expect((await open(server).choices('', never))[0]?.total).toBe(1004)
    }))

  test('names the series of events by their type, and percentiles by a label', () =>
    withServer(async (server) => {
      const nrql = ['SELECT count(*), percentile(duration, 95) FROM Transaction FACET appName LIMIT 5 SINCE 1 day ago']
      const { samples } = await collect(open(server, { nrql }))
      expect(Object.keys(samples).toSorted()).toEqual(
        ['cart', 'search', 'shop']
          .flatMap((app) => [`Transaction.count[${app}]`, `Transaction.percentile.duration{percentile="95"}[${app}]`])
          .toSorted(),
      )
      expect(samples['Transaction.count[cart]']).toContainEqual([START, server.valueAt('count', 'cart', START)])
    }))

  test('names the series of two queries that select the same apart', () =>
    withServer(async (server) => {
      const nrql = ['SELECT count(*) FROM Transaction', 'SELECT count(*) FROM Transaction WHERE error']
      expect(Object.keys((await collect(open(server, { nrql }))).samples)).toEqual([
        'Transaction.count',
        'Transaction.count{query="SELECT count(*) FROM Transaction WHERE error"}',
      ])
    }))

  test('estimates by the number of queries', () =>
    withServer(async (server) => {
      const nrql = ['SELECT count(*) FROM A', 'SELECT count(*) FROM B']
      expect(await open(server, { nrql }).estimate(STEP_MS, never)).toEqual({
        callsPerDay: 2880,
        callsPerBackfilledDay: 8,
      })
    }))

  test('offers event types as queries', () =>
    withServer(async (server) => {
      const [, types] = await open(server).choices('trans', never)
      expect(types).toEqual({
        field: 'nrql',
        items: [{ id: 'SELECT count(*) FROM `Transaction`', label: 'Transaction' }],
        total: 1,
      })
    }))

  test('tells the lines that it cannot get: too many in one millisecond', () =>
    withServer(async (server) => {
      server.maxRows = 2000
      server.logEvents = (from, to) => {
        const event = { message: 'at once', level: 'info', hostname: 'a', 'service.name': 'b', messageId: 'c' }
        return from <= START && START < to ? Array.from({ length: 3000 }, () => ({ ...event, timestamp: START })) : []
      }
      const notes: string[] = []
      const { lines } = await collect(open(server, { dataType: 'Log' }), notes)
      expect(lines).toHaveLength(2000)
      expect(notes).toEqual([expect.stringContaining('More than 2000 lines')])
      expect(server.calls).toBeLessThan(60)
    }))

  test('gives up where rows are not of the time that was asked for', () =>
    withServer(async (server) => {
      server.trouble = 'otherTimes'
      await expect(collect(open(server, { dataType: 'Log' }))).rejects.toMatchObject({ fault: 'badAnswer' })
      expect(server.calls).toBeLessThan(30)
    }))
})

async function collect(collector: Collector, notes: string[] = []): Promise<CollectedData> {
  const batches: CollectedBatch[] = []
  for await (const batch of collector.collect(WINDOW, undefined, never)) batches.push(batch)
  const samples: Record<string, [number, number][]> = {}
  for (const { series = [] } of batches)
    for (const { series: key, times, values } of series)
      samples[key.id] = [...(samples[key.id] ?? []), ...times.map((time, at): [number, number] => [time, values[at]!])]
  notes.push(...batches.flatMap((batch) => batch.notes ?? []))
  return { samples, lines: batches.flatMap(({ lines = [] }) => lines) }
}

function samplesOf(server: NewRelicServer, metrics: readonly string[], { from, to }: CollectWindow): CollectedData {
  const samples: Record<string, [number, number][]> = {}
  for (const metric of metrics.filter((name) => server.metrics.has(name)))
    for (const entity of server.entities) {
      const points: [number, number][] = []
      for (let time = from; time < to; time += STEP_MS) points.push([time, server.valueAt(metric, entity, time)])
      samples[`${metric}[${entity}]`] = points
    }
  return { samples, lines: [] }
}

function toLine({ timestamp, message, messageId: _, ...attributes }: ReturnType<NewRelicServer['logEvents']>[number]) {
  return {
    time: timestamp,
    instance: attributes.hostname,
    service: attributes['service.name'],
    severity: attributes.level === 'ERROR' ? 17 : 9,
    line: message,
    attributes,
  }
}
