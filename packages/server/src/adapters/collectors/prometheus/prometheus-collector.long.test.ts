import { describe, expect, it } from 'vitest'
import { type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import {
  type PrometheusServer,
  prometheusValue,
  startPrometheusServer,
} from '../../../testing/providers/prometheus-server.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openPrometheusCollector } from './open-prometheus-collector.ts'

const TOKEN = 'a-token-of-prometheus'
const LIMITED_TOKEN = 'a-token-without-rights'
const STEP_MS = 60_000
const never = new AbortController().signal

function openOn(server: PrometheusServer, query: readonly string[], more: { token?: string; timeoutMs?: number } = {}) {
  const outbound = openTestOutbound({ timeoutMs: more.timeoutMs })
  return openPrometheusCollector({ address: server.url, query, token: more.token ?? TOKEN }, { outbound })
}

const failure = (status: number, error: string) => ({ status, body: JSON.stringify({ status: 'error', error }) })
const tooMuch = failure(422, 'query processing would load too many samples into memory in query execution')

async function harness(): Promise<CollectorHarness> {
  const server = await startPrometheusServer({ token: TOKEN, limitedToken: LIMITED_TOKEN })
  const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
  const window = { from: to - 5 * STEP_MS, to, stepMs: STEP_MS }
  return {
    server,
    window,
    open: ({ keys, timeoutMs } = {}) =>
      openOn(server, ['{job="node"}'], {
        token: keys === 'wrong' ? 'unknown' : keys === 'limited' ? LIMITED_TOKEN : TOKEN,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    known({ from, to }) {
      const samples: Record<string, [number, number][]> = {}
      for (const metric of server.metrics)
        for (const instance of ['host0:9100', 'host1:9100']) {
          const points: [number, number][] = []
          for (let time = from; time < to; time += server.stepMs)
            points.push([time, prometheusValue(metric, instance, time)])
          samples[`${metric}[${instance}][node]`] = points
        }
      return { samples, lines: [] }
    },
    secrets: [TOKEN],
    errorAnswer: (status, error) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'error', error }),
    }),
    throttled: { answer: { status: 429, headers: { 'retry-after': '17' }, body: 'slow down' }, retryAfterMs: 17_000 },
    refusals: [
      { answer: failure(422, 'invalid expression type "string"'), fault: 'query' },
      { answer: { status: 400, body: JSON.stringify({ status: 'error', error: 'parse error' }) }, fault: 'query' },
      {
        answer: {
          status: 200,
          body: JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric: { a: 1 } }] } }),
        },
        fault: 'badAnswer',
      },
    ],
    spoilValue() {
      const spoilt = { metric: 'cpu_usage', instance: 'host0:9100', time: window.from + STEP_MS }
      server.spoilt = spoilt
      return { series: `cpu_usage[${spoilt.instance}][node]`, time: spoilt.time }
    },
    grow() {
      server.stepMs = 200
    },
    vanish() {
      server.endsAt = window.from
    },
    offerChoices(count) {
      server.metrics = Array.from({ length: count }, (_, at) => `metric_${at}`)
      return { field: 'query', open: () => openOn(server, ['metric_1']) }
    },
  }
}

collectorContract('the collector for Prometheus', harness)

describe('the collector for Prometheus', () => {
  it('evaluates an expression at each step and names its series by it', async () => {
    const server = await startPrometheusServer({ token: TOKEN, stepMs: STEP_MS })
    const from = Math.floor(Date.now() / STEP_MS) * STEP_MS - 3 * STEP_MS
    const batches = []
    for await (const batch of openOn(server, ['sum(cpu_usage)']).collect(
      { from, to: from + 3 * STEP_MS, stepMs: STEP_MS },
      undefined,
      never,
    ))
      batches.push(batch)
    const sumAt = (time: number) =>
      prometheusValue('cpu_usage', 'host0:9100', time) + prometheusValue('cpu_usage', 'host1:9100', time)
    const times = [from, from + STEP_MS, from + 2 * STEP_MS]
    expect(batches).toMatchObject([{ series: [{ series: { id: 'sum(cpu_usage)' }, times, values: times.map(sumAt) }] }])
    await server.close()
  })

  it('takes type and unit of a metric from the metadata, and does without where there is none', async () => {
    const server = await startPrometheusServer({ token: TOKEN })
    const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
    const window = { from: to - STEP_MS, to, stepMs: STEP_MS }
    const typesOf = async () => {
      const found: unknown[] = []
      for await (const { series = [] } of openOn(server, ['{job="node"}']).collect(window, undefined, never))
        found.push(...series.map(({ series: { type, unit } }) => [type, unit]))
      return found
    }
    expect(await typesOf()).toEqual([
      ['gauge', 'percent'],
      ['gauge', 'percent'],
      ['counter', undefined],
      ['counter', undefined],
    ])
    const result = [{ metric: { __name__: 'cpu_usage' }, values: [[window.from / 1000, '1']] }]
    server.failNext({
      status: 200,
      body: JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }),
    })
    server.failNext({ status: 404, body: 'not found' })
    expect(await typesOf()).toEqual([[undefined, undefined]])
    await server.close()
  })

  it('reads a window in parts where it has more samples than the server loads at once', async () => {
    const { server, open, known, window } = await harness()
    const samples: Record<string, [number, number][]> = {}
    server.failNext(tooMuch, 2)
    for await (const { series = [] } of open().collect(window, undefined, never))
      for (const { series: one, times, values } of series)
        samples[one.id] = [
          ...(samples[one.id] ?? []),
          ...times.map((time, at): [number, number] => [time, values[at]!]),
        ]
    expect(samples).toEqual(known(window).samples)
    server.failNext(tooMuch, 100)
    await expect(open().collect(window, undefined, never)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      fault: 'tooMuch',
    })
    await server.close()
  })

  it('is not led to another address, and says which', async () => {
    const { server, open } = await harness()
    const other = await startPrometheusServer()
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${other.url}/api/v1/query?token=${TOKEN}`
      server.failNext({ status, headers: { location } })
      const error = await open()
        .test(never)
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ fault: 'badAnswer', providerText: `It redirects to ${other.url}/api/v1/query` })
    }
    expect(other.calls).toBe(0)
    await Promise.all([server.close(), other.close()])
  })

  it('counts the series of what is asked for', async () => {
    const server = await startPrometheusServer({ token: TOKEN })
    const estimate = await openOn(server, ['cpu_usage', 'sum(cpu_usage)']).estimate(STEP_MS, never)
    expect(estimate).toMatchObject({ seriesCount: 3, callsPerDay: 2880 })
    await server.close()
  })
})
