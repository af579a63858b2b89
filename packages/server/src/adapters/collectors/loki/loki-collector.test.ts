import { describe, expect, it } from 'vitest'
import { type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import type { CollectedLine } from '../../../ports/collector.ts'
import { knownLinesAt } from '../../../testing/providers/known-lines.ts'
import { LOKI_NANOS, type LokiServer, startLokiServer } from '../../../testing/providers/loki-server.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openLokiCollector } from './open-loki-collector.ts'

const TOKEN = 'a-token-of-loki'
const LIMITED_TOKEN = 'a-token-without-rights'
const TENANT = 'team-a'
const STEP_MS = 60_000
const never = new AbortController().signal

function openOn(server: LokiServer, query: readonly string[], more: { token?: string; timeoutMs?: number } = {}) {
  const outbound = openTestOutbound({ timeoutMs: more.timeoutMs })
  return openLokiCollector({ address: server.url, query, tenant: TENANT, token: more.token ?? TOKEN }, { outbound })
}

const newWindow = () => {
  const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
  return { from: to - 5 * STEP_MS, to, stepMs: STEP_MS }
}

async function harness(): Promise<CollectorHarness> {
  const server = await startLokiServer({ token: TOKEN, limitedToken: LIMITED_TOKEN, tenant: TENANT })
  return {
    server,
    window: newWindow(),
    open: ({ keys, timeoutMs } = {}) =>
      openOn(server, ['{service_name=~"checkout|cart"}'], {
        token: keys === 'wrong' ? 'unknown' : keys === 'limited' ? LIMITED_TOKEN : TOKEN,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    known({ from, to }) {
      const lines: CollectedLine[] = []
      for (let time = from; time < to; time += server.stepMs) lines.push(...linesAt(time))
      return { samples: {}, lines }
    },
    secrets: [TOKEN],
    errorAnswer: (status, body) => ({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }),
    throttled: {
      answer: { status: 429, headers: { 'retry-after': '3' }, body: 'too many outstanding requests' },
      retryAfterMs: 3000,
    },
    refusals: [
      { answer: { status: 400, body: 'parse error at line 1, col 2' }, fault: 'query' },
      {
        answer: { status: 200, body: '{"status":"success","data":{"resultType":"matrix","result":[]}}' },
        fault: 'query',
      },
      {
        answer: { status: 200, body: streamsBody([{ stream: { host: 'web1' }, values: [[1, 'line']] }]) },
        fault: 'badAnswer',
      },
    ],
    paging: {
      shrinkPages() {
        server.maxEntries = 7
      },
      serveEmptyPages() {
        server.stuck = 'empty'
      },
      repeatPage() {
        server.stuck = 'first'
      },
    },
    grow() {
      server.stepMs = 200
    },
    vanish() {
      server.endsAt = 0
    },
    offerChoices(count) {
      server.silentServices = count
      return { field: 'query', open: () => openOn(server, ['{service_name="cart"}']) }
    },
  }
}

function linesAt(time: number): CollectedLine[] {
  return knownLinesAt(time).map(({ service, instance, level, text }) => ({
    time,
    nanos: LOKI_NANOS,
    instance,
    service,
    severity: level === 'error' ? 17 : 9,
    line: text,
    attributes: { level },
  }))
}

function streamsBody(result: unknown): string {
  return JSON.stringify({ status: 'success', data: { resultType: 'streams', result } })
}

collectorContract('the collector for Loki', harness)

describe('the collector for Loki', () => {
  it('neither loses nor doubles lines of one nanosecond at the edge of a page', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    const window = newWindow()
    for (server.maxEntries = 5; server.maxEntries < 12; server.maxEntries++) {
      const texts = []
      for await (const { lines = [] } of openOn(server, ['{host=~".+"}']).collect(window, undefined, never))
        texts.push(...lines.map(({ time, service, instance }) => `${time} ${service} ${instance}`))
      expect(texts).toHaveLength(20 * 4)
      expect(new Set(texts).size).toBe(20 * 4)
    }
    await server.close()
  })

  it('says so where one nanosecond has more lines than a page', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    const { from } = newWindow()
    server.maxEntries = 3
    const batches = []
    const window = { from, to: from + server.stepMs, stepMs: server.stepMs }
    for await (const batch of openOn(server, ['{host=~".+"}']).collect(window, undefined, never)) batches.push(batch)
    expect(batches).toMatchObject([{ lines: [{}, {}, {}], notes: [expect.stringContaining('3 lines or more')] }])
    await server.close()
  })

  it('filters by what stands behind the selector, and estimates without it', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    const collector = openOn(server, ['{service_name="cart"} |= "took"'])
    const { lines = [] } = await collector.test(never)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every(({ line }) => line.includes('took'))).toBe(true)
    const estimate = await collector.estimate(STEP_MS, never)
    expect(estimate.seriesCount).toBeGreaterThanOrEqual(2)
    expect(estimate.callsPerDay).toBeGreaterThan(1440)
    await server.close()
  })

  it('does without statistics where the server has none', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    server.failNext({ status: 404, body: '404 page not found' })
    expect(await openOn(server, ['{service_name="cart"}']).estimate(STEP_MS, never)).toEqual({
      callsPerDay: 1440,
      callsPerBackfilledDay: 24,
    })
    await server.close()
  })

  it('offers selectors by the label of the service', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    expect(await openOn(server, ['{service_name="cart"}']).choices('CHECK', never)).toEqual([
      { field: 'query', items: [{ id: '{service_name="checkout"}' }], total: 1 },
    ])
    await server.close()
  })

  it('repeats in plain text what Loki says', async () => {
    const server = await startLokiServer({ token: TOKEN, tenant: TENANT })
    await expect(openOn(server, ['{service_name!="cart"}']).test(never)).rejects.toMatchObject({
      fault: 'query',
      providerText: expect.stringContaining('parse error'),
    })
    await server.close()
  })
})
