import { describe, expect, it } from 'vitest'
import { type CollectorHarness, collectorContract } from '../../../ports/collector.contract.ts'
import type { CollectedBatch } from '../../../ports/collector.ts'
import {
  INFLUX_HOSTS,
  type InfluxServer,
  influxValue,
  startInfluxServer,
} from '../../../testing/providers/influx-server.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { type InfluxOptions, openInfluxCollector } from './open-influx-collector.ts'

const TOKEN = 'a-token-of-influx'
const LIMITED_TOKEN = 'a-token-without-rights'
const STEP_MS = 60_000
const never = new AbortController().signal

const INFLUXQL = {
  database: 'shop',
  query: ['select * from "cpu" where time >= $from and time < $to group by *'],
}
const FLUX = { organization: 'acme', query: ['from(bucket: "shop") |> range(start: $from, stop: $to)'] }

function openOn(server: InfluxServer, options: Omit<InfluxOptions, 'address'>, timeoutMs?: number) {
  const outbound = openTestOutbound({ timeoutMs })
  return openInfluxCollector({ address: server.url, token: TOKEN, ...options }, { outbound })
}

async function harness(language: 'influxql' | 'flux'): Promise<CollectorHarness> {
  const options = language === 'flux' ? FLUX : INFLUXQL
  const server = await startInfluxServer({ token: TOKEN, limitedToken: LIMITED_TOKEN })
  const to = Math.floor(Date.now() / STEP_MS) * STEP_MS
  const window = { from: to - 5 * STEP_MS, to, stepMs: STEP_MS }
  return {
    server,
    window,
    open: ({ keys, timeoutMs } = {}) => {
      const given = keys === 'wrong' ? 'unknown' : keys === 'limited' ? LIMITED_TOKEN : TOKEN
      return openOn(server, { ...options, token: given }, timeoutMs)
    },
    known({ from, to: end }) {
      const samples: Record<string, [number, number][]> = {}
      for (const field of ['usage', 'total'])
        for (const host of INFLUX_HOSTS) {
          const points: [number, number][] = []
          for (let time = from; time < end; time += server.stepMs) points.push([time, influxValue(field, host, time)])
          samples[`cpu_${field}{zone="eu"}[${host}]`] = points
        }
      return { samples, lines: [] }
    },
    secrets: [TOKEN],
    errorAnswer: (status, message) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'internal error', message }),
    }),
    throttled: { answer: { status: 429, headers: { 'retry-after': '9' }, body: '{}' }, retryAfterMs: 9000 },
    refusals:
      language === 'flux'
        ? [
            {
              answer: { status: 200, body: '#datatype,string,string\r\n\r\n,error,reference\r\n,it broke,897\r\n' },
              fault: 'query',
            },
          ]
        : [
            { answer: { status: 200, body: '{"results":[{"error":"database not found: shop"}]}' }, fault: 'notFound' },
            {
              answer: { status: 200, body: '{"results":[{"error":"query-timeout limit exceeded"}]}' },
              fault: 'timeout',
            },
            { answer: { status: 200, body: '{"results":[{"series":[],"partial":true}]}\n' }, fault: 'badAnswer' },
          ],
    emptyBodies: language === 'flux' ? [''] : [],
    spoilValue() {
      server.spoiltTime = window.from + STEP_MS
      return { series: 'cpu_usage{zone="eu"}[web1]', time: server.spoiltTime }
    },
    grow() {
      server.stepMs = 200
    },
    vanish() {
      server.endsAt = 0
    },
    ...(language === 'influxql' && {
      offerChoices(count: number) {
        server.silentMeasurements = count
        return { field: 'query', open: () => openOn(server, INFLUXQL) }
      },
    }),
  }
}

collectorContract('the collector for InfluxDB by InfluxQL', () => harness('influxql'))
collectorContract('the collector for InfluxDB by Flux', () => harness('flux'))

describe('the collector for InfluxDB', () => {
  it('needs a database, or an organization with a token', () => {
    const open = () =>
      openInfluxCollector(
        { address: 'http://influx', query: [], organization: 'acme' },
        { outbound: openTestOutbound() },
      )
    expect(open).toThrow(/database/)
  })

  it('reads a window in parts where it is more than the server selects at once', async () => {
    const { server, open, known, window } = await harness('influxql')
    const tooMuch = { status: 200, body: '{"results":[{"error":"max-select-point limit exceeed: (9/8)"}]}' }
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

  it('reads tables of Flux that were pivoted, with quotes and lines in them', async () => {
    const server = await startInfluxServer({ token: TOKEN })
    const from = Date.parse('2026-11-23T10:00:00Z')
    const body = [
      '#datatype,string,long,dateTime:RFC3339,boolean,long,string,string',
      '#group,false,false,false,false,false,true,true',
      '#default,_result,,,,,,',
      ',result,table,_time,is_up,users,_measurement,name',
      ',,0,2026-11-23T10:00:00Z,true,7,shop,"a ""b"", c',
      'd"',
      '',
    ].join('\r\n')
    server.failNext({ status: 200, body })
    const batches: CollectedBatch[] = []
    for await (const batch of openOn(server, FLUX).collect(
      { from, to: from + STEP_MS, stepMs: STEP_MS },
      undefined,
      never,
    ))
      batches.push(batch)
    const name = JSON.stringify('a "b", c\nd')
    expect(batches).toMatchObject([
      {
        series: [
          { series: { id: `shop_is_up{name=${name}}` }, times: [from], values: [1] },
          { series: { id: `shop_users{name=${name}}` }, times: [from], values: [7] },
        ],
      },
    ])
    await server.close()
  })
})
