import { describe, expect, test } from 'vitest'
import type { OutboundInit } from '../../../ports/outbound.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { createDatadogClient } from './datadog-client.ts'

describe('createDatadogClient', () => {
  test.each([
    ['datadoghq.com', undefined, 'https://api.datadoghq.com'],
    ['us5.datadoghq.com', undefined, 'https://api.us5.datadoghq.com'],
    ['ddog-gov.com', undefined, 'https://api.ddog-gov.com'],
    ['datadoghq.eu', 'https://gateway.example.com/datadog/', 'https://gateway.example.com/datadog'],
  ] as const)('asks the address of the site, or the gateway: %s %s', async (site, endpoint, address) => {
    const asked: { url: string; init: OutboundInit | undefined }[] = []
    const outbound = {
      ...openTestOutbound(),
      async fetch(url: string | URL, init?: OutboundInit) {
        asked.push({ url: String(url), init })
        return Response.json({})
      },
    }
    const options = { site, endpoint, apikey: 'api', appkey: 'app', dataType: 'Metric', query: [] } as const
    const client = createDatadogClient(options, { outbound, clock: createTestClock({ isStill: true, startsAt: 0 }) })
    const { signal } = new AbortController()
    await client.queryMetrics(60, 120, 'avg:a{*}', signal)
    await client.searchLogs({ query: 'x', from: 0, to: 1000, limit: 5 }, signal)
    expect(asked.map(({ url }) => url)).toEqual([
      `${address}/api/v1/query?from=60&to=120&query=avg%3Aa%7B*%7D`,
      `${address}/api/v2/logs/events/search`,
    ])
    const headers = { 'DD-API-KEY': 'api', 'DD-APPLICATION-KEY': 'app' }
    for (const { init } of asked) expect(init).toMatchObject({ headers, maxRedirects: 0 })
    expect(JSON.parse(String(asked[1]!.init!.body))).toEqual({
      filter: { query: 'x', from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:01.000Z' },
      sort: 'timestamp',
      page: { limit: 5 },
    })
  })
})
