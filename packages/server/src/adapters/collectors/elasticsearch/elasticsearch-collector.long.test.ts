import { describe, expect, it } from 'vitest'
import { type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import type { CollectedLine, Collector } from '../../../ports/collector.ts'
import { type ElasticServer, startElasticServer } from '../../../testing/providers/elastic-server.ts'
import { knownLinesAt } from '../../../testing/providers/known-lines.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { type ElasticsearchOptions, openElasticsearchCollector } from './open-elasticsearch-collector.ts'

const TOKEN = 'key-id:the-key-itself'
const authorization = `ApiKey ${Buffer.from(TOKEN).toString('base64')}`
const LIMITED_TOKEN = 'an-encoded-key-without-rights'
const STEP_MS = 60_000
const never = new AbortController().signal
const PRODUCTS = ['elasticsearch', 'opensearch'] as const

function openOn(server: ElasticServer, options: Partial<ElasticsearchOptions> = {}, timeoutMs?: number): Collector {
  const outbound = openTestOutbound({ timeoutMs })
  return openElasticsearchCollector({ address: server.url, index: 'logs-*', token: TOKEN, ...options }, { outbound })
}

const newWindow = () => {
  const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
  return { from: to - 5 * STEP_MS, to, stepMs: STEP_MS }
}

async function harness(product: (typeof PRODUCTS)[number]): Promise<CollectorHarness> {
  const limitedAuthorization = `ApiKey ${LIMITED_TOKEN}`
  const server = await startElasticServer({ product, authorization, limitedAuthorization })
  return {
    server,
    window: newWindow(),
    open: ({ keys, timeoutMs } = {}) =>
      openOn(server, { token: keys === 'wrong' ? 'unknown' : keys === 'limited' ? LIMITED_TOKEN : TOKEN }, timeoutMs),
    known({ from, to }) {
      const lines: CollectedLine[] = []
      for (let time = from; time < to; time += server.stepMs) lines.push(...linesAt(time))
      return { samples: {}, lines }
    },
    secrets: [TOKEN],
    errorAnswer: (status, reason) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        error: { root_cause: [{ type: 'exception', reason }], type: 'exception', reason },
        status,
      }),
    }),
    throttled: {
      answer: { status: 429, headers: { 'retry-after': '5' }, body: '{"error":"too_many_requests"}' },
      retryAfterMs: 5000,
    },
    refusals: [
      {
        answer: { status: 404, body: '{"error":{"reason":"no such index [logs]"},"status":404}' },
        fault: 'notFound',
      },
      { answer: { status: 400, body: '{"error":{"reason":"Failed to parse query [a:]"}}' }, fault: 'query' },
    ],
    paging: {
      shrinkPages() {
        server.maxWindow = 7
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
      server.silentIndexes = count
      return { field: 'index', open: () => openOn(server) }
    },
  }
}

/** Times have nanoseconds; a field `time` is no time. */
function linesAt(time: number): CollectedLine[] {
  return knownLinesAt(time).map(({ service, instance, level, text }) => ({
    time,
    nanos: 7,
    instance,
    service,
    severity: level === 'error' ? 17 : 9,
    line: text,
    attributes: { time: 'morning', host: { name: instance }, service: { name: service } },
  }))
}

for (const product of PRODUCTS) collectorContract(`the collector for ${product}`, () => harness(product))

async function collectTexts(collector: Collector, window = newWindow()): Promise<string[]> {
  const texts: string[] = []
  for await (const { lines = [] } of collector.collect(window, undefined, never))
    texts.push(...lines.map(({ time, service, instance }) => `${time} ${service} ${instance}`))
  return texts
}

describe.each(PRODUCTS)('the collector for %s', (product) => {
  it('neither loses nor doubles documents of one time at the edge of a page', async () => {
    const server = await startElasticServer({ product, authorization })
    for (server.maxWindow = 5; server.maxWindow < 12; server.maxWindow++) {
      const texts = await collectTexts(openOn(server))
      expect(texts).toHaveLength(20 * 4)
      expect(new Set(texts).size).toBe(20 * 4)
    }
    await server.close()
  })

  it('closes its view at the end, after a failure and after an abort', async () => {
    const server = await startElasticServer({ product, authorization })
    await collectTexts(openOn(server))
    expect(server.views).toEqual(new Set())
    await expect(collectTexts(openOn(server, { query: ['a:::b'] }))).rejects.toMatchObject({ fault: 'query' })
    expect(server.views).toEqual(new Set())
    const [collector, abort] = [openOn(server), new AbortController()]
    server.maxWindow = 7
    const stopping = (async () => {
      for await (const _ of collector.collect(newWindow(), undefined, abort.signal)) abort.abort(new Error('stop'))
    })()
    await expect(stopping).rejects.toThrow('stop')
    await collector.close()
    expect(server.views).toEqual(new Set())
    await server.close()
  })

  it('rejects where a shard failed or the search ended early', async () => {
    const server = await startElasticServer({ product, authorization })
    const failures = [{ reason: { reason: 'node left' } }]
    server.nextAnswer = { _shards: { total: 2, successful: 1, failed: 1, failures } }
    await expect(collectTexts(openOn(server))).rejects.toMatchObject({
      fault: 'providerFailed',
      providerText: '1 shards failed: node left',
    })
    server.nextAnswer = { timed_out: true }
    await expect(openOn(server).test(never)).rejects.toMatchObject({ fault: 'timeout' })
    await server.close()
  })

  it('takes documents of any of the queries, each once', async () => {
    const server = await startElasticServer({ product, authorization })
    const query = ['service.name:cart', 'log.level:info']
    const texts = await collectTexts(openOn(server, { query }))
    const wanted = []
    const { from, to } = newWindow()
    for (let time = from; time < to; time += server.stepMs)
      for (const { service, instance, level } of knownLinesAt(time))
        if (service === 'cart' || level === 'info') wanted.push(`${time} ${service} ${instance}`)
    expect(texts).toEqual(wanted)
    await server.close()
  })
})

describe('the collector for Elasticsearch', () => {
  it('reads all documents of one millisecond, however many there are', async () => {
    const server = await startElasticServer({ authorization })
    server.maxWindow = 3
    expect(new Set(await collectTexts(openOn(server))).size).toBe(20 * 4)
    await server.close()
  })

  it('says so where OpenSearch has more documents of one millisecond than a page', async () => {
    const server = await startElasticServer({ product: 'opensearch', authorization })
    server.maxWindow = 3
    const notes = []
    for await (const batch of openOn(server).collect(newWindow(), undefined, never)) notes.push(...(batch.notes ?? []))
    expect(notes).toHaveLength(20)
    await server.close()
  })

  it('sends keys as they are given: encoded, with their id, with a scheme, or a password', async () => {
    const sent = [
      [{ token: 'ZW5jb2RlZA==' }, 'ApiKey ZW5jb2RlZA=='],
      [{ token: 'Bearer a-jwt' }, 'Bearer a-jwt'],
      [{ token: undefined, userName: 'elastic', password: 'pw' }, 'Basic ZWxhc3RpYzpwdw=='],
    ] as const
    for (const [options, expected] of sent) {
      const server = await startElasticServer({ authorization: expected })
      const { token: given, ...others } = options
      const collector = openElasticsearchCollector(
        { address: server.url, index: 'logs-*', ...others, ...(given && { token: given }) },
        { outbound: openTestOutbound() },
      )
      expect((await collector.test(never)).lines).toHaveLength(20)
      await server.close()
    }
  })

  it('does without the right to list indexes', async () => {
    const server = await startElasticServer({ authorization })
    const refused = { status: 403, body: '{"error":{"reason":"action [indices:admin/resolve/index] is unauthorized"}}' }
    server.failNext(refused)
    expect(await openOn(server).choices('', never)).toEqual([{ field: 'index', items: [], total: 0 }])
    await server.close()
  })
})
