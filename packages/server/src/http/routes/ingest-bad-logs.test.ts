import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressSnappy } from '../../protocols/snappy.ts'
import { sources } from '../../schema/index.ts'
import { bytesField, numberField, textField } from '../../testing/protobuf-writer.ts'
import { openSocket, readAnswer } from '../../testing/raw-request.ts'
import { writeRequest, writeRequest2 } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const DAY = 86_400_000
const MiB = 1024 ** 2
const LONGEST_LINE = 65_536
const MAX_ITEMS = 3000

let server: TestServer
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({
    settings: { maxIngestBytes: 16 * MiB, maxIngestLines: MAX_ITEMS, maxIngestSamples: MAX_ITEMS },
  })
  now = Math.floor(server.clock.now() / SECOND) * SECOND
})
afterAll(() => server.close())

async function addProject(kind = 'add-log-project') {
  const owner = await server.admin()
  const name = `bad-logs-${++projects}`
  const { secret } = (await owner.post(kind, { projectName: name, samplingInterval: 1 })).body
  const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
  const client = createTestClient(server.api, { bearer: secret })
  return {
    secret,
    send: (path: string, body: string | Uint8Array, type: string, headers: Record<string, string> = {}) =>
      client.send('POST', `ingest/${path}`, { body: body as string, headers: { 'Content-Type': type, ...headers } }),
    stored: async () =>
      (await server.ctx.points.readLogs(source!.id, { from: 0, to: server.clock.now() + DAY }, {}, 10_000)).lines,
  }
}

const rows = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const otlp = (...logRecords: object[]) => JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
const nanos = (ms: number) => `${ms}000000`

describe('a log line of 10 MB', () => {
  const line = 'a'.repeat(10 * MiB)
  const loki = JSON.stringify({ streams: [{ stream: {}, values: [[nanos(Date.now()), line]] }] })
  it.each([
    ['text without an end', 'logs', line, 'text/plain'],
    ['JSON', 'logs', JSON.stringify([line]), 'application/json'],
    ['JSON lines', 'logs', rows({ line }), 'application/x-ndjson'],
    ['bulk', 'elastic/_bulk', rows({ create: {} }, { message: line }), 'application/x-ndjson'],
    ['Loki', 'loki/api/v1/push', loki, 'application/json'],
    ['OTLP', 'otlp/v1/logs', otlp({ body: { stringValue: line } }), 'application/json'],
  ])('is cut, sent as %s', async (_, path, body, type) => {
    const { send, stored } = await addProject()
    expect((await send(path, body, type)).status).toBeLessThan(300)
    const lines = await stored()
    expect(lines.map(({ line: kept }) => kept.length)).toEqual([LONGEST_LINE])
  })
})

describe('a body', () => {
  it('without an end is refused at the limit, and nothing of it is stored', async () => {
    const { secret, stored, send } = await addProject()
    const socket = await openSocket(server.url)
    const head = ['POST /api/v1/ingest/logs HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${secret}`]
    socket.write([...head, 'Content-Type: text/plain', 'Transfer-Encoding: chunked', '', ''].join('\r\n'))
    const answer = readAnswer(socket)
    const chunk = `${MiB.toString(16)}\r\n${'endless '.repeat(MiB / 8)}\r\n`
    socket.on('error', () => {})
    for (let sent = 0; sent < 64 && !socket.destroyed; sent++)
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    expect(await answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(await stored()).toEqual([])
    expect((await send('logs', 'fine', 'text/plain')).status).toBe(200)
  })

  it('of random bytes is stored as lines of text, and refused as anything else', async () => {
    const { send, stored } = await addProject()
    const bytes = Buffer.from(randomBytes(100_000))
    for (const [path, type] of [
      ['logs', 'application/json'],
      ['elastic/_bulk', 'application/x-ndjson'],
      ['loki/api/v1/push', 'application/x-protobuf'],
      ['loki/api/v1/push', 'application/json'],
      ['otlp/v1/logs', 'application/x-protobuf'],
      ['otlp/v1/logs', 'application/json'],
    ] as const)
      expect([400, 413]).toContain((await send(path, bytes, type)).status)
    expect(await stored()).toEqual([])
    const { status, body } = await send('logs', bytes, 'text/plain')
    expect([status, body.rejected]).toEqual([200, 0])
    expect(body.notes.join(' ')).toContain('not valid UTF-8')
    expect((await stored()).length).toBe(body.accepted)
  })
})

describe('a batch', () => {
  const protobuf = 'application/x-protobuf'
  const ndjson = 'application/x-ndjson'
  const gzipped = { 'Content-Encoding': 'gzip' }
  const times = <T>(value: T, count = MAX_ITEMS + 1): T[] => Array.from({ length: count }, () => value)
  const joined = (...fields: number[][]) => Uint8Array.from(fields.flat())
  const lokiEntry = bytesField(2, bytesField(1, numberField(1, 1_795_000_000)))
  const otlpPoint = bytesField(1, [0x19, 0, 0, 0, 0, 0, 0, 0, 1], [0x21, 0, 0, 0, 0, 0, 0, 0, 0])
  const otlpGauge = bytesField(2, textField(1, 'm'), bytesField(5, ...times(otlpPoint)))
  const jsonPoint = { metric: 'm', time: 1_795_000_000, value: 1 }
  const otlpMetrics = (dataPoints: object[]) =>
    JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }] })
  const samples = times([1, 1] as const)
  const series = [{ labels: { __name__: 'm' }, samples }]
  const remoteWrite2 = `${protobuf};proto=io.prometheus.write.v2.Request`

  it('of 8 million lines in 16 kB is refused at once, and that of another project stored meanwhile', async () => {
    const [bomber, other] = [await addProject(), await addProject()]
    const bomb = gzipSync(Buffer.alloc(16 * MiB, 'x\n'))
    const bombs = times(bomb, 4).map((body) => bomber.send('logs', body, 'text/plain', gzipped))
    expect((await other.send('logs', 'fine', 'text/plain')).body).toMatchObject({ accepted: 1 })
    const told = {
      field: 'body',
      message: `has more than ${MAX_ITEMS} log lines, empty ones included, the limit of one batch; decoding stopped there: send smaller batches`,
    }
    for (const { status, body } of await Promise.all(bombs))
      expect([status, body.code, body.details]).toEqual([413, 'PAYLOAD_TOO_LARGE', [told]])
    expect([await bomber.stored(), (await other.stored()).length]).toEqual([[], 1])
  }, 15_000)

  it.each([
    ['text', 'logs', times('', MAX_ITEMS + 3).join('\r\n'), 'text/plain'],
    ['JSON', 'logs', JSON.stringify(times('x')), 'application/json'],
    ['JSON that is no lines', 'logs', JSON.stringify({ x: times(0, 16 * MAX_ITEMS) }), 'application/json'],
    ['JSON lines', 'logs', rows(...times('x')), ndjson],
    ['one JSON line', 'logs', rows(times(0, 16 * MAX_ITEMS + 1)), ndjson],
    ['JSON line behind a cut text', 'logs', `"\\\n${rows(times(0, 16 * MAX_ITEMS + 1))}`, ndjson],
    ['bulk', 'elastic/_bulk', rows(...times([{ create: {} }, { message: 'x' }]).flat()), ndjson],
    ['a bulk of deletions', 'elastic/_bulk', rows(...times({ delete: {} })), ndjson],
    [
      'Loki',
      'loki/api/v1/push',
      JSON.stringify({ streams: [{ stream: {}, values: times(['1', 'x']) }] }),
      'application/json',
    ],
    ['Loki in protobuf', 'loki/api/v1/push', compressSnappy(joined(bytesField(1, ...times(lokiEntry)))), protobuf],
    [
      'empty Loki streams',
      'loki/api/v1/push',
      compressSnappy(joined(...times(bytesField(1), 16 * MAX_ITEMS))),
      protobuf,
    ],
    ['OTLP', 'otlp/v1/logs', otlp(...times({})), 'application/json'],
    ['OTLP in protobuf', 'otlp/v1/logs', joined(bytesField(1, bytesField(2, ...times(bytesField(2))))), protobuf],
  ])('with too many lines is refused with the limit, sent as %s', async (_, path, body, type) => {
    const { send, stored } = await addProject()
    const answer = await send(path, body, type)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      413,
      expect.stringMatching(/has more than (3000 log lines|48000 values).*send smaller batches/),
    ])
    expect(await stored()).toEqual([])
  })

  it.each([
    ['JSON', 'points', JSON.stringify(times(jsonPoint)), 'application/json'],
    ['JSON lines', 'points', rows(...times(jsonPoint)), ndjson],
    ['rows of CSV', 'points', `timestamp,m\n${times('1,1\n', MAX_ITEMS + 2).join('')}`, 'text/csv'],
    [
      'cells of CSV',
      'points',
      `timestamp,${times('m').map((m, k) => m + k)}\n1795000000000${times(',1').join('')}`,
      'text/csv',
    ],
    ['InfluxDB lines', 'influx/api/v2/write', times('m value=1 1\n').join(''), 'text/plain'],
    ['InfluxDB fields', 'influx/api/v2/write', `m ${times('f=1')} 1`, 'text/plain'],
    ['remote write', 'prometheus/api/v1/write', compressSnappy(writeRequest(series)), protobuf],
    ['remote write 2.0', 'prometheus/api/v1/write', compressSnappy(writeRequest2(series)), remoteWrite2],
    [
      'symbols',
      'prometheus/api/v1/write',
      compressSnappy(joined(...times(textField(4, ''), 16 * MAX_ITEMS + 1))),
      remoteWrite2,
    ],
    [
      'OTLP',
      'otlp/v1/metrics',
      otlpMetrics(times({ timeUnixNano: nanos(1_795_000_000_000), asDouble: 1 })),
      'application/json',
    ],
    ['OTLP in protobuf', 'otlp/v1/metrics', joined(bytesField(1, bytesField(2, otlpGauge))), protobuf],
    [
      'labels',
      'prometheus/api/v1/write',
      compressSnappy(joined(bytesField(1, ...times(bytesField(1), 16 * MAX_ITEMS)))),
      protobuf,
    ],
    [
      'references to labels',
      'prometheus/api/v1/write',
      compressSnappy(joined(textField(4, ''), bytesField(5, bytesField(1, times(0, 32 * MAX_ITEMS))))),
      remoteWrite2,
    ],
    [
      'attributes of OTLP points',
      'otlp/v1/metrics',
      joined(
        bytesField(
          1,
          bytesField(2, bytesField(2, bytesField(5, bytesField(1, ...times(bytesField(7), 16 * MAX_ITEMS))))),
        ),
      ),
      protobuf,
    ],
  ])('with too many samples is refused with the limit, sent as %s', async (_, path, body, type) => {
    const { send } = await addProject('add-custom-project')
    const answer = await send(path, body, type)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      413,
      expect.stringMatching(/has more than (3000 (samples|lines of text)|48000 values).*send smaller batches/),
    ])
  })

  it('whose lines are many times larger with the labels of their stream is refused', async () => {
    const { send } = await addProject()
    const labels = textField(1, `{note="${'x'.repeat(16_000)}"}`)
    const streams = [bytesField(1, labels, ...times(lokiEntry, MAX_ITEMS))]
    const answer = await send('loki/api/v1/push', compressSnappy(joined(...streams)), protobuf)
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(answer.body.details[0].message).toContain('bytes of lines with the labels of each')
  })
})

describe('a bulk with a bad line in the middle', () => {
  const good = (k: number) => [{ create: {} }, { '@timestamp': new Date(now + k), message: `line ${k}` }]

  it('is stored without it where it is a document', async () => {
    const { send, stored } = await addProject()
    const body = `${rows(...good(0))}{"create":{}}\n{"message": "cut o\n${rows({ create: {} }, [1], ...good(1))}`
    const { status, body: answer } = await send('elastic/_bulk', body, 'application/x-ndjson')
    const statuses = answer.items.map(({ create }: { create: { status: number } }) => create.status)
    expect([status, answer.errors, statuses]).toEqual([200, true, [201, 400, 400, 201]])
    expect((await stored()).map(({ line }) => line)).toEqual(['line 0', 'line 1'])
  })

  it('is refused as a whole where it is an action, as Elasticsearch does, and the line is named', async () => {
    const { send, stored } = await addProject()
    const body = `${rows(...good(0))}${rows({ message: 'without an action' }, ...good(1))}`
    const { status, body: answer } = await send('elastic/_bulk', body, 'application/x-ndjson')
    expect([status, answer.status]).toEqual([400, 400])
    expect(answer.error.reason).toContain('line 3')
    expect(await stored()).toEqual([])
  })
})

describe('OTLP log records', () => {
  it('are stored without those that are bad, whose number and reason are answered', async () => {
    const { send, stored } = await addProject()
    const record = (ms: number, text: string) => ({ timeUnixNano: nanos(ms), body: { stringValue: text } })
    const body = otlp(
      record(now, 'first'),
      record(now + DAY, 'ahead'),
      record(Date.parse('0001-01-01T00:00:00Z'), 'year 1'),
      {
        ...record(now + 1, 'deep'),
        attributes: [{ key: 'a', value: { arrayValue: { values: [{ intValue: '1' }] } } }],
      },
      { timeUnixNano: nanos(now + 2) },
    )
    const { status, body: answer } = await send('otlp/v1/logs', body, 'application/json')
    expect([status, answer.partialSuccess?.rejectedLogRecords]).toEqual([200, '2'])
    expect(answer.partialSuccess.errorMessage).toMatch(/ahead of the server/)
    expect((await stored()).map(({ line }) => line)).toEqual(['first', 'deep', ''])
  })
})

describe("Loki's labels", () => {
  it('of 1 MB are left out, of an instance with the line, and all other lines are stored', async () => {
    const { send, stored } = await addProject()
    const entry = (text: string) => bytesField(2, bytesField(1, numberField(1, now / SECOND)), textField(2, text))
    const stream = (labels: string, text: string) => bytesField(1, textField(1, labels), entry(text))
    const long = 'x'.repeat(MiB)
    const body = Uint8Array.from([
      ...stream(`{app="shop", note="${long}"}`, 'a long label'),
      ...stream(`{instance="${long}"}`, 'a long instance'),
      ...stream(`{${Array.from({ length: 50_000 }, (_, k) => `l${k}="${k}"`).join(', ')}}`, 'many labels'),
      ...stream('{app="shop"}', 'good'),
    ])
    const answer = await send('loki/api/v1/push', compressSnappy(body), 'application/x-protobuf')
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('1 of 4 lines were left out')])
    const lines = (await stored()).map(({ line, attributes }) => [line, attributes] as const)
    expect(lines.sort()).toEqual([
      ['a long label', ''],
      ['good', ''],
      ['many labels', ''],
    ])
  })
})
