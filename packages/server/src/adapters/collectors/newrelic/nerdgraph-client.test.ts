import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { OutboundInit } from '../../../ports/outbound.ts'
import { NERD_GRAPH_SCHEMA } from '../../../testing/providers/nerdgraph-schema.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { createNerdGraphClient, NRQL_DOCUMENT } from './nerdgraph-client.ts'

describe('createNerdGraphClient', () => {
  test('asks what the published schema has', () => {
    const schema = buildSchema(NERD_GRAPH_SCHEMA)
    expect(validate(schema, parse(NRQL_DOCUMENT))).toEqual([])
    expect(validate(schema, parse(NRQL_DOCUMENT.replace('Nrql!', 'String!')))).toHaveLength(1)
  })

  test.each([
    ['US', undefined, 'https://api.newrelic.com/graphql'],
    ['EU', undefined, 'https://api.eu.newrelic.com/graphql'],
    ['EU', 'https://gateway.example.com/nr', 'https://gateway.example.com/nr'],
  ] as const)('asks the address of the region, or the gateway: %s %s', async (region, endpoint, address) => {
    const asked: { url: string; init: OutboundInit | undefined }[] = []
    const outbound = {
      ...openTestOutbound(),
      async fetch(url: string | URL, init?: OutboundInit) {
        asked.push({ url: String(url), init })
        return Response.json({ data: { actor: { account: { nrql: { results: [] } } } } })
      },
    }
    const options = { region, endpoint, apikey: 'NRAK-KEY', accountId: 7, dataType: 'Metric', nrql: [] } as const
    const ask = createNerdGraphClient(options, { outbound, clock: createTestClock({ isStill: true, startsAt: 0 }) })
    await ask('SELECT 1', new AbortController().signal)
    expect(asked).toHaveLength(1)
    expect(asked[0]!.url).toBe(address)
    expect(asked[0]!.init).toMatchObject({
      method: 'POST',
      maxRedirects: 0,
      timeoutMs: 70_000,
      headers: { 'api-key': 'NRAK-KEY' },
    })
    expect(JSON.parse(String(asked[0]!.init!.body)).variables).toEqual({ accountId: 7, query: 'SELECT 1', timeout: 60 })
  })

  test('takes the answer beside a warning, and nothing beside an error', async () => {
    const asking = (message: string) => {
      const nrql = { results: [{ count: 1 }] }
      const body = { data: { actor: { account: { nrql } } }, errors: [{ message }] }
      const outbound = { ...openTestOutbound(), fetch: async () => Response.json(body) }
      const options = { region: 'US', apikey: 'NRAK-KEY', accountId: 7, dataType: 'Metric', nrql: [] } as const
      return createNerdGraphClient(options, { outbound, clock: createTestClock({ isStill: true, startsAt: 0 }) })(
        'x',
        new AbortController().signal,
      )
    }
    expect((await asking('This field is deprecated! Please use `a` instead.')).results).toEqual([{ count: 1 }])
    await expect(asking('NRQL Syntax Error: x')).rejects.toMatchObject({ fault: 'query' })
  })
})
