import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressSnappy } from '../../protocols/snappy.ts'
import { type SentMetadata, type SentSeries, writeRequest, writeRequest2 } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestAnswer, type TestClient } from '../../testing/test-client.ts'

let server: TestServer
let owner: TestClient
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { maxIngestBytes: 4_000_000, maxProjectSeries: 50 } })
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / 1000) * 1000
})
afterAll(() => server.close())

const VERSION2 = 'application/x-protobuf;proto=io.prometheus.write.v2.Request'

async function addProject() {
  const projectName = `prom-${++projects}`
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  const sender = createTestClient(server.api, { bearer: secret })
  const sendRaw = (body: Uint8Array, type = 'application/x-protobuf', headers = {}): Promise<TestAnswer> =>
    sender.send('POST', 'ingest/prometheus/api/v1/write', {
      body: body as Uint8Array<ArrayBuffer>,
      headers: { 'Content-Type': type, 'Content-Encoding': 'snappy', ...headers },
    })
  return {
    sendRaw,
    send: (series: SentSeries[], metadata?: SentMetadata[]) => sendRaw(compressSnappy(writeRequest(series, metadata))),
    send2: (series: SentSeries[]) => sendRaw(compressSnappy(writeRequest2(series)), VERSION2),
    async stored(): Promise<Record<string, { values: number[]; type?: string; unit?: string }>> {
      const query = `projectData?projectName=${projectName}&from=${now - 10_000}&to=${now + 9_999}&buckets=20`
      const { series } = (await owner.get(query)).body
      return Object.fromEntries(
        series.map(
          ({ seriesId, max, type, unit }: { seriesId: string; max: (number | null)[]; type: string; unit: string }) => [
            seriesId,
            { values: max.filter((value) => value !== null), ...(type && { type }), ...(unit && { unit }) },
          ],
        ),
      )
    },
  }
}

const series = (name: string, value: number, more: object = {}): SentSeries => ({
  labels: { __name__: name, instance: 'web1', job: 'node', ...more },
  samples: [[now, value]],
})

describe('remote_write', () => {
  it('stores both versions in the same series, again and again, and answers 204', async () => {
    const { send, send2, stored } = await addProject()
    for (let repeat = 0; repeat < 3; repeat++) {
      expect((await send([series('up', 1), series('load', 2, { core: '0' })])).status).toBe(204)
      const answer = await send2([series('up', 1), series('load', 3, { core: '1' })])
      expect([answer.status, answer.headers.get('X-Prometheus-Remote-Write-Samples-Written')]).toEqual([204, '2'])
    }
    expect(await stored()).toEqual({
      'up[web1][node]': { values: [1] },
      'load{core="0"}[web1][node]': { values: [2] },
      'load{core="1"}[web1][node]': { values: [3] },
    })
  })

  it('stores what can be stored, and answers 400 with a text of what was left out', async () => {
    const { send, send2, stored } = await addProject()
    const ahead = { ...series('up', 1), samples: [[now + 86_400_000, 1]] as const }
    const answer = await send([series('up', 1), ahead, { ...series('h', 1), samples: [], histograms: 2 }])
    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(/^3 of 4 samples were left out, the others are stored: .*Native histograms/)
    const second = await send2([series('up', 2), ahead])
    expect([second.status, second.headers.get('X-Prometheus-Remote-Write-Samples-Written')]).toEqual([400, '1'])
    expect(await stored()).toEqual({ 'up[web1][node]': { values: [2] } })
  })

  it('keeps the first of two values of a series and time, and names the series', async () => {
    const { send, send2, stored } = await addProject()
    for (const write of [send, send2]) {
      const answer = await write([series('up', 1), series('up', 2), series('down', 3), series('up', 1)])
      expect([answer.status, answer.body]).toEqual([400, expect.stringMatching(/^1 of 4 .*\(up\[web1\]\[node\]\)/)])
    }
    expect(await stored()).toEqual({ 'up[web1][node]': { values: [1] }, 'down[web1][node]': { values: [3] } })
  })

  it('accepts the marker of the end of a series, which is no value', async () => {
    const { send, stored } = await addProject()
    const stale = new Uint8Array(new BigUint64Array([0x7ff0000000000002n]).buffer)
    await send([series('up', 1)])
    expect((await send([{ ...series('up', 1), samples: [[now + 1000, stale]] }])).status).toBe(204)
    expect(await stored()).toEqual({ 'up[web1][node]': { values: [1] } })
  })

  it('takes types and units from metadata, also for series that are there', async () => {
    const { send, stored } = await addProject()
    await send([series('latency_bucket', 1, { le: '1' }), series('size', 5)])
    const metadata = [
      { metric: 'latency', type: 3, unit: 'seconds' },
      { metric: 'size', type: 2, unit: 'bytes' },
    ]
    expect((await send([], metadata)).status).toBe(204)
    expect(await stored()).toEqual({
      'latency_bucket{le="1"}[web1][node]': { values: [1], type: 'counter', unit: 'seconds' },
      'size[web1][node]': { values: [5], type: 'gauge', unit: 'bytes' },
    })
  })

  it('keeps a series apart from one of the same labels in a project that was removed and added again', async () => {
    const projectName = 'again'
    for (const value of [1, 2]) {
      const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
      const sender = createTestClient(server.api, { bearer: secret })
      const send = () =>
        sender.send('POST', 'ingest/prometheus/api/v1/write', {
          body: compressSnappy(writeRequest([series('up', value)])),
          headers: { 'Content-Type': 'application/x-protobuf' },
        })
      for (let repeat = 0; repeat < 2; repeat++) expect((await send()).status).toBe(204)
      const query = `projectData?projectName=${projectName}&from=${now}&to=${now + 999}&buckets=1`
      expect((await owner.get(query)).body.series).toMatchObject([{ max: [value] }])
      await owner.post('remove-project', { projectName, confirm: projectName })
      expect((await send()).status).toBe(401)
    }
  })

  it('names the label of too many series, and stores what is known', async () => {
    const { send, stored } = await addProject()
    const many = Array.from({ length: 60 }, (_, user) => series('logins', 1, { user: `u${user}` }))
    const answer = await send(many)
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('the label user')])
    expect(Object.keys(await stored())).toHaveLength(50)
    expect((await send(many.slice(0, 40))).status).toBe(204)
  })

  it.each([
    ['a truncated snappy', () => compressSnappy(writeRequest([series('up', 1)])).subarray(0, 30), 400],
    ['a snappy that announces 2 GB', () => Uint8Array.from([0x80, 0x80, 0x80, 0x80, 8, 0, 97]), 413],
    ['a length beyond the end', () => compressSnappy(Uint8Array.from([0x0a, 0xff, 0xff, 0xff, 0xff, 7])), 400],
    ['a label set of 1 MB', () => compressSnappy(writeRequest([series('x', 1, { l: 'l'.repeat(1e6) })])), 400],
  ])('refuses %s, and goes on', async (_, body, status) => {
    const { send, sendRaw } = await addProject()
    expect((await sendRaw(body())).status).toBe(status)
    expect((await send([series('up', 1)])).status).toBe(204)
  })

  it('refuses messages and media types that it does not know', async () => {
    const { sendRaw } = await addProject()
    const body = compressSnappy(writeRequest([series('up', 1)]))
    expect((await sendRaw(body, 'application/json')).status).toBe(415)
    expect((await sendRaw(body, 'application/x-protobuf;proto=io.prometheus.write.v9.Request')).status).toBe(415)
    expect((await sendRaw(body, 'application/x-protobuf;proto=prometheus.WriteRequest')).status).toBe(204)
  })
})
