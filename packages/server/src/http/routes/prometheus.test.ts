import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WHOLE_SOURCE } from '../../ports/point-store.ts'
import { ProtobufReader } from '../../protocols/protobuf-reader.ts'
import { compressSnappy, uncompressSnappy } from '../../protocols/snappy.ts'
import { findingCounts, findings, projects, series, sources } from '../../schema/index.ts'
import { bytesField, numberField, textField } from '../../testing/protobuf-writer.ts'
import { writeRequest } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const UP = { __name__: 'up', instance: 'web1', job: 'node', zone: 'eu "1"' }
const LOAD = { __name__: 'load', core: '0', instance: 'web1', job: 'node' }

let server: TestServer
let owner: TestClient
let reader: TestClient
let sendOnly: TestClient
let readSecret: string
let now: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / SECOND) * SECOND
  const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })).body
  sendOnly = createTestClient(server.api, { bearer: secret })
  const key = await owner.post('ingest-keys', { projectName: 'shop', name: 'grafana', mayRead: true })
  readSecret = key.body.secret
  reader = createTestClient(server.api, { bearer: readSecret })
  const samples = (...values: number[]) =>
    values.map((value, index) => [now - (values.length - index) * SECOND, value] as const)
  const body = compressSnappy(
    writeRequest([
      { labels: UP, samples: samples(1, 0, 1) },
      { labels: LOAD, samples: samples(0.5, 1e-9) },
      { labels: { ...LOAD, core: '1' }, samples: [[now - 600 * SECOND, 7]] },
    ]),
  )
  await sendOnly.send('POST', 'ingest/prometheus/api/v1/write', {
    body: body as Uint8Array<ArrayBuffer>,
    headers: { 'Content-Type': 'application/x-protobuf' },
  })
  const point = { metric: 'cpu.usage', instance: 'web2', labels: { 'disk-type': 'ssd' }, time: now, value: 3 }
  await sendOnly.post('ingest/points', [point])
})
afterAll(() => server.close())

const CPU = { __name__: 'cpu_usage', instance: 'web2', disk_type: 'ssd' }
const at = (ms: number) => String(ms / SECOND)
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
      data: { resultType: 'vector', result: [{ metric: LOAD, value: [now / SECOND, '1e-9'] }] },
    })
    const later = await ask('query', { query: 'up', time: at(now + 300 * SECOND) })
    expect(later.body.data.result).toEqual([])
  })

  it.each([
    ['{job="node",__name__!="load"}', [UP]],
    ['{zone=~"eu.*"}', [UP]],
    ['{zone="",job="node"}', [LOAD]],
    ['{__name__=~".+",zone!~"eu.*"}', [LOAD, CPU]],
    ['cpu_usage{disk_type="ssd"}', [CPU]],
    ['{instance=~"web"}', []],
  ])('selects by %s', async (query, metrics) => {
    const { body } = await ask('query', { query, time: at(now) })
    expect(body.data.result.map(({ metric }: { metric: object }) => metric)).toEqual(metrics)
  })

  it('gives the samples of a range, and the values at steps', async () => {
    const range = await ask('query', { query: 'up[2s]', time: at(now - SECOND) })
    expect(range.body.data).toEqual({
      resultType: 'matrix',
      result: [
        {
          metric: UP,
          values: [
            [now / SECOND - 2, '0'],
            [now / SECOND - 1, '1'],
          ],
        },
      ],
    })
    const steps = await ask('query_range', { query: 'up', start: at(now - 4 * SECOND), end: at(now), step: '1s' })
    expect(steps.body.data.result).toEqual([
      {
        metric: UP,
        values: [
          [now / SECOND - 3, '1'],
          [now / SECOND - 2, '0'],
          [now / SECOND - 1, '1'],
          [now / SECOND, '1'],
        ],
      },
    ])
  })

  it('lists label sets, names and values', async () => {
    expect((await ask('series', { 'match[]': 'up' })).body.data).toEqual([UP])
    const names = (await ask('labels', { 'match[]': '{__name__!="",__name__!~"omen_.*"}' })).body.data
    expect(names).toEqual(['__name__', 'core', 'disk_type', 'instance', 'job', 'zone'])
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
    expect(await readRemotely('up|load', now - 2 * SECOND, now - SECOND)).toEqual([
      [
        ['__name__', 'up', 'instance', 'web1', 'job', 'node', 'zone', 'eu "1"'],
        [
          [now - 2 * SECOND, 0],
          [now - SECOND, 1],
        ],
      ],
      [
        ['__name__', 'load', 'core', '0', 'instance', 'web1', 'job', 'node'],
        [
          [now - 2 * SECOND, 0.5],
          [now - SECOND, 1e-9],
        ],
      ],
    ])
  })
})

type Received = [labels: string[], samples: [time: number, value: number][]]

/** What remote_read gives of the names that a pattern matches; a marker of staleness is NaN. */
async function readRemotely(names: string, from: number, to: number): Promise<Received[]> {
  const matcher = bytesField(3, numberField(1, 2), textField(2, '__name__'), textField(3, names))
  const query = bytesField(1, numberField(1, from), numberField(2, to), matcher)
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
  const series: Received[] = []
  while (reader.at < end) series.push(readSeries(reader))
  return series
}

/** A `TimeSeries`: names and values of its labels, and its samples. */
function readSeries(reader: ProtobufReader): Received {
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

describe('what detection says', () => {
  let scored: TestClient
  let sourceId: string
  const minute = 60 * SECOND
  let at: number
  const select = async (query: string, time: number) => {
    const { body } = await scored.get(
      `prometheus/api/v1/query?${new URLSearchParams({ query, time: `${time / SECOND}` })}`,
    )
    return body.data.result.map(({ metric, value }: { metric: object; value: [number, string] }) => [metric, value[1]])
  }
  beforeAll(async () => {
    at = Math.floor(now / minute) * minute - 60 * minute
    const { secret } = (await owner.post('add-custom-project', { projectName: 'scored', samplingInterval: 1 })).body
    const key = await owner.post('ingest-keys', { projectName: 'scored', name: 'grafana', mayRead: true })
    scored = createTestClient(server.api, { bearer: key.body.secret })
    const points = [
      { metric: 'load', instance: 'web1', service: 'node', labels: { metric: 'own' }, unit: 's', time: at, value: 7 },
      { metric: 'omen_score', instance: 'web9', time: at, value: 1 },
    ]
    await createTestClient(server.api, { bearer: secret }).post('ingest/points', points)
    const { db } = server.ctx
    const [source] = await db.select().from(sources).where(eq(sources.name, 'scored'))
    sourceId = source!.id
    await db.update(projects).set({ trust: 'medium' }).where(eq(projects.sourceId, sourceId))
    const rows = { sourceId, type: 'period', number: 0, rows: 3, severity: 4, direction: 1, leadSeries: 0 } as const
    const detail = { fromRow: 0, toRow: 2, isMissingValue: false, series: [], sentence: {} } as never
    const gap = { fromRow: 0, toRow: 2, isMissingValue: true, instance: 'web2', seriesIds: ['a', 'b'] } as never
    await db.insert(findings).values([
      { ...rows, key: 'a', kind: 'anomaly', startTime: at + 1500, endTime: at + 3 * minute, detail },
      { ...rows, key: 'b', kind: 'anomaly', startTime: at + 20 * minute, endTime: null, detail },
      { ...rows, key: 'c', type: 'gap', kind: 'silent', leadSeries: null, startTime: at, endTime: null, detail: gap },
    ])
    await server.ctx.points.appendScores(sourceId, {
      series: Uint32Array.of(0, 0, WHOLE_SOURCE),
      times: Float64Array.of(at, at + SECOND, at + SECOND),
      degree: Float32Array.of(0.5, 2.5, 1.5),
      low: Float32Array.of(Number.NaN, 1, Number.NaN),
      high: Float32Array.of(Number.NaN, 3, Number.NaN),
    })
  })

  const of = (name: string) => ({
    __name__: name,
    instance: 'web1',
    job: 'node',
    metric: 'load',
    exported_metric: 'own',
  })

  it('is there as series with the labels of the series that they belong to', async () => {
    expect(await select('omen_score{instance="web1"}', at + SECOND)).toEqual([[of('omen_score'), '2.5']])
    expect(await select('omen_score', at)).toEqual([[of('omen_score'), '0.5']])
    expect(await select('omen_expected_high{metric="load"}', at)).toEqual([])
    expect(await select('{__name__=~"omen_expected_.*"}', at + SECOND)).toEqual([
      [of('omen_expected_low'), '1'],
      [of('omen_expected_high'), '3'],
    ])
    expect(await select('omen_project_score', at + SECOND)).toEqual([[{ __name__: 'omen_project_score' }, '1.5']])
  })

  it('has no expected range from before a series was read as it is now', async () => {
    const readSince = (time: number | null) =>
      server.ctx.db.update(series).set({ readSince: time }).where(eq(series.sourceId, sourceId))
    await readSince(at + 2 * SECOND)
    expect(await select('omen_expected_low', at + 2 * SECOND)).toEqual([])
    expect(await select('omen_score{instance="web1"}', at + SECOND)).toHaveLength(1)
    await readSince(at + SECOND)
    expect(await select('omen_expected_low', at + 2 * SECOND)).toHaveLength(1)
    await readSince(null)
  })

  it('is there for those who name it alone, and replaces samples of its names', async () => {
    const own = { __name__: 'load', instance: 'web1', job: 'node', metric: 'own' }
    expect(await select('{instance=~"web.*"}', at + SECOND)).toEqual([[own, '7']])
    expect(await select('{__name__!=""}', at + SECOND)).toEqual([[own, '7']])
  })

  it('says for how long a finding was open', async () => {
    const found = [{ ...of('omen_finding_open'), kind: 'anomaly' }, '1']
    const silent = [{ __name__: 'omen_finding_open', instance: 'web2', kind: 'silent' }, '1']
    expect(await select('omen_finding_open', at + SECOND)).toEqual([silent])
    expect(await select('omen_finding_open', at + 2 * SECOND)).toEqual([silent, found])
    expect(await select('omen_finding_open', at + 3 * minute)).toEqual([silent, found])
    expect(await select('omen_finding_open', at + 3 * minute + SECOND)).toEqual([silent])
    expect(await select('omen_finding_open{kind="anomaly"}', at + 40 * minute)).toEqual([found])
    expect(await select('omen_finding_open', now + 30 * minute)).toEqual([])
  })

  it('is listed with what was sent', async () => {
    const names = await scored.get('prometheus/api/v1/label/__name__/values')
    const derived = ['omen_expected_high', 'omen_expected_low', 'omen_finding_open', 'omen_project_score', 'omen_score']
    expect(names.body.data).toEqual(['load', ...derived])
    const kinds = await scored.get('prometheus/api/v1/label/kind/values?match[]=omen_finding_open')
    expect(kinds.body.data).toEqual(['anomaly', 'silent'])
    const { body } = await scored.get('prometheus/api/v1/metadata')
    expect(body.data.load).toEqual([{ type: 'unknown', help: '', unit: 's' }])
    expect(Object.keys(body.data).sort()).toEqual(['load', ...derived])
    expect(Object.keys((await scored.get('prometheus/api/v1/metadata?metric=load')).body.data)).toEqual(['load'])
  })

  it('is counted in /metrics for an administrator', async () => {
    const counts = [{ sourceId, kind: 'anomaly', reported: 7 } as const]
    await server.ctx.db.insert(findingCounts).values(counts)
    const admin = await server.admin()
    const read = async (client: TestClient, scopes: ('admin' | 'read')[]) => {
      const { body } = await client.post('tokens', { name: scopes[0], scopes })
      return (await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${body.secret}` } })).text()
    }
    const text = await read(admin, ['admin'])
    expect(text).toContain('omen_findings_total{project="scored",owner="owner001",kind="anomaly"} 7')
    expect(text).toContain('omen_findings_open{project="scored",owner="owner001",kind="silent"} 1')
    expect(text).toContain('omen_http_request_duration_seconds_bucket')
    for (const lesser of [await read(admin, ['read']), await read(owner, ['read'])])
      expect(lesser).not.toContain('omen_findings')
  })
})

describe('the requests of Grafana', () => {
  it('are answered: its probe, and what it asks about the server', async () => {
    const probe = await ask('query', { query: '1+1', time: '4' })
    expect(probe.body.data).toEqual({ resultType: 'scalar', result: [4, '2'] })
    const line = await ask('query_range', { query: ' 3 * 1.5', start: '0', end: '15', step: '15s' })
    expect(line.body.data).toEqual({
      resultType: 'matrix',
      result: [
        {
          metric: {},
          values: [
            [0, '4.5'],
            [15, '4.5'],
          ],
        },
      ],
    })
    const { body } = await reader.get('prometheus/api/v1/status/buildinfo')
    expect(body).toMatchObject({ status: 'success', data: { version: expect.stringMatching(/^2\.\d+\.\d+$/) } })
    expect(body.data.features).toBeUndefined()
    const named = await reader.get(`prometheus/api/v1/label/job/values?limit=40000&start=1&end=${at(now)}`)
    expect(named.body.data).toEqual(['node'])
  })

  it('gives a series up to its marker of staleness, and from its next value on', async () => {
    const bits = new Uint8Array(new BigUint64Array([0x7ff0000000000002n]).buffer)
    const labels = { __name__: 'short', instance: 'web1', job: 'node' }
    const [first, end, back] = [now - 50 * SECOND, now - 40 * SECOND, now - 20 * SECOND]
    const samples = [
      [first, 1],
      [end, bits],
      [back, 2],
    ] as const
    await sendOnly.send('POST', 'ingest/prometheus/api/v1/write', {
      body: compressSnappy(writeRequest([{ labels, samples }])) as Uint8Array<ArrayBuffer>,
      headers: { 'Content-Type': 'application/x-protobuf' },
    })
    const valueAt = async (time: number) => {
      const { body } = await ask('query', { query: 'short', time: at(time) })
      return body.data.result.map(({ value }: { value: [number, string] }) => value[1])
    }
    expect([await valueAt(end - 1), await valueAt(end), await valueAt(back - 1), await valueAt(back)]).toEqual([
      ['1'],
      [],
      [],
      ['2'],
    ])
    const steps = await ask('query_range', { query: 'short', start: at(first), end: at(back), step: '10s' })
    expect(steps.body.data.result[0].values.map(([time]: [number]) => time * SECOND)).toEqual([first, back])
    const range = await ask('query', { query: 'short[1m]', time: at(now) })
    expect(range.body.data.result[0].values.map(([, value]: [number, string]) => value)).toEqual(['1', '2'])
    const [[, remote]] = (await readRemotely('short', first, back)) as [Received]
    expect(remote).toEqual([
      [first, 1],
      [end, Number.NaN],
      [back, 2],
    ])
  })
})
