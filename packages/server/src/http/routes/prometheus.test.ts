import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProtobufReader } from '../../protocols/protobuf-reader.ts'
import { compressSnappy, uncompressSnappy } from '../../protocols/snappy.ts'
import { bytesField, numberField, textField } from '../../testing/protobuf-writer.ts'
import { writeRequest } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const second = 1000
const up = { __name__: 'up', instance: 'web1', job: 'node', zone: 'eu "1"' }
const load = { __name__: 'load', core: '0', instance: 'web1', job: 'node' }

let server: TestServer
let owner: TestClient
let reader: TestClient
let sendOnly: TestClient
let readSecret: string
let now: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / second) * second
  const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })).body
  sendOnly = createTestClient(server.api, { bearer: secret })
  const key = await owner.post('ingest-keys', { projectName: 'shop', name: 'grafana', mayRead: true })
  readSecret = key.body.secret
  reader = createTestClient(server.api, { bearer: readSecret })
  const samples = (...values: number[]) =>
    values.map((value, index) => [now - (values.length - index) * second, value] as const)
  const body = compressSnappy(
    writeRequest([
      { labels: up, samples: samples(1, 0, 1) },
      { labels: load, samples: samples(0.5, 1e-9) },
      { labels: { ...load, core: '1' }, samples: [[now - 600 * second, 7]] },
    ]),
  )
  await sendOnly.send('POST', 'ingest/prometheus/api/v1/write', {
    body: body as Uint8Array<ArrayBuffer>,
    headers: { 'Content-Type': 'application/x-protobuf' },
  })
  const point = { metric: 'cpu.usage', instance: 'web2', labels: { 'disk-type': 'ssd' }, time: now, value: 3 }
  await sendOnly.post('ingest/points', [point])
}, 60_000)
afterAll(() => server.close())

const cpu = { __name__: 'cpu_usage', instance: 'web2', disk_type: 'ssd' }
const at = (ms: number) => String(ms / second)
const ask = async (path: string, fields: Record<string, string>) => {
  const { status, body } = await reader.get(`prometheus/api/v1/${path}?${new URLSearchParams(fields)}`)
  const asked = await reader.postForm(`prometheus/api/v1/${path}`, fields)
  expect([asked.status, asked.body]).toEqual([status, body])
  return { status, body }
}

describe('the query API', () => {
  it('gives the newest value of each series that is not older than five minutes', async () => {
    const { body } = await ask('query', { query: 'load', time: at(now) })
    expect(body).toMatchObject({
      status: 'success',
      data: { resultType: 'vector', result: [{ metric: load, value: [now / second, '1e-9'] }] },
    })
    const later = await ask('query', { query: 'up', time: at(now + 300 * second) })
    expect(later.body.data.result).toEqual([])
  })

  it.each([
    ['{job="node",__name__!="load"}', [up]],
    ['{zone=~"eu.*"}', [up]],
    ['{zone="",job="node"}', [load]],
    ['{__name__=~".+",zone!~"eu.*"}', [load, cpu]],
    ['cpu_usage{disk_type="ssd"}', [cpu]],
    ['{instance=~"web"}', []],
  ])('selects by %s', async (query, metrics) => {
    const { body } = await ask('query', { query, time: at(now) })
    expect(body.data.result.map(({ metric }: { metric: object }) => metric)).toEqual(metrics)
  })

  it('gives the samples of a range, and the values at steps', async () => {
    const range = await ask('query', { query: 'up[2s]', time: at(now - second) })
    expect(range.body.data).toEqual({
      resultType: 'matrix',
      result: [
        {
          metric: up,
          values: [
            [now / second - 2, '0'],
            [now / second - 1, '1'],
          ],
        },
      ],
    })
    const steps = await ask('query_range', { query: 'up', start: at(now - 4 * second), end: at(now), step: '1s' })
    expect(steps.body.data.result).toEqual([
      {
        metric: up,
        values: [
          [now / second - 3, '1'],
          [now / second - 2, '0'],
          [now / second - 1, '1'],
          [now / second, '1'],
        ],
      },
    ])
  })

  it('lists label sets, names and values', async () => {
    expect((await ask('series', { 'match[]': 'up' })).body.data).toEqual([up])
    expect((await ask('labels', {})).body.data).toEqual(['__name__', 'core', 'disk_type', 'instance', 'job', 'zone'])
    expect((await reader.get('prometheus/api/v1/label/core/values')).body.data).toEqual(['0', '1'])
    const some = await reader.get('prometheus/api/v1/label/__name__/values?match[]=up&match[]=load')
    expect(some.body.data).toEqual(['load', 'up'])
  })

  it('answers what it cannot evaluate as Prometheus does, and a hard pattern in no time', async () => {
    for (const query of ['rate(up[5m])', 'up{', '{zone=~"("}']) {
      const { status, body } = await ask('query', { query })
      expect([status, body.status, body.errorType]).toEqual([400, 'error', 'bad_data'])
    }
    const steps = await ask('query_range', { query: 'up', start: '0', end: at(now), step: '1' })
    expect([steps.status, steps.body.errorType]).toEqual([400, 'bad_data'])
    const begun = performance.now()
    await ask('query', { query: `{zone=~"(a+)+${'(x*)*'.repeat(30)}b"}` })
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('is for keys that may read, and for accounts that may read the project', async () => {
    const refused = await sendOnly.get('prometheus/api/v1/labels')
    expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_MISSING'])
    const unnamed = await owner.get('prometheus/api/v1/labels')
    expect([unnamed.status, unnamed.body.details[0].field]).toEqual([400, 'projectName'])
    expect((await owner.get('prometheus/api/v1/labels?projectName=shop')).status).toBe(200)
    const token = await server.withToken(owner, ['read'])
    expect((await token.get('prometheus/api/v1/labels?projectName=shop')).status).toBe(200)
    const basic = { Authorization: `Basic ${Buffer.from(`any:${readSecret}`).toString('base64')}` }
    expect((await server.anonymous.get('prometheus/api/v1/labels', basic)).status).toBe(200)
  })
})

describe('remote_read', () => {
  it('gives the samples of a span, both ends included, with their labels sorted', async () => {
    const matcher = bytesField(3, numberField(1, 2), textField(2, '__name__'), textField(3, 'up|load'))
    const query = bytesField(1, numberField(1, now - 2 * second), numberField(2, now - second), matcher)
    const response = await fetch(`${server.api}ingest/prometheus/api/v1/read`, {
      method: 'POST',
      body: compressSnappy(Uint8Array.from(query)) as Uint8Array<ArrayBuffer>,
      headers: {
        Authorization: `Bearer ${readSecret}`,
        'Content-Encoding': 'snappy',
        'Content-Type': 'application/x-protobuf',
      },
    })
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, 'snappy'])
    const reader = new ProtobufReader(uncompressSnappy(new Uint8Array(await response.arrayBuffer()), 1e6))
    expect(reader.readVarint()).toBe(0x0a)
    const end = reader.readEnd(reader.bytes.length)
    expect(end).toBe(reader.bytes.length)
    const series: unknown[] = []
    while (reader.at < end) series.push(readSeries(reader))
    expect(series).toEqual([
      [
        ['__name__', 'up', 'instance', 'web1', 'job', 'node', 'zone', 'eu "1"'],
        [
          [now - 2 * second, 0],
          [now - second, 1],
        ],
      ],
      [
        ['__name__', 'load', 'core', '0', 'instance', 'web1', 'job', 'node'],
        [
          [now - 2 * second, 0.5],
          [now - second, 1e-9],
        ],
      ],
    ])
  })
})

/** A `TimeSeries`: names and values of its labels, and its samples. */
function readSeries(reader: ProtobufReader): [string[], [number, number][]] {
  const [texts, samples]: [string[], [number, number][]] = [[], []]
  reader.readVarint()
  const end = reader.readEnd(reader.bytes.length)
  while (reader.at < end) {
    const isLabel = reader.readVarint() === 0x0a
    const last = reader.readEnd(end)
    if (isLabel)
      while (reader.at < last) {
        reader.readVarint()
        texts.push(reader.readText(last))
      }
    else {
      reader.readVarint()
      const value = reader.readDouble()
      reader.readVarint()
      samples.push([reader.readInt64(), value])
    }
  }
  return [texts, samples]
}
