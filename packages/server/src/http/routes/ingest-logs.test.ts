import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { pinoLoki } from 'pino-loki'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogLine } from '../../ports/log-lines.ts'
import { compressSnappy } from '../../protocols/snappy.ts'
import { sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestAnswer, type TestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const DAY = 86_400_000

let server: TestServer
let owner: TestClient
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { maxIngestBytes: 2_000_000 } })
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / SECOND) * SECOND
})
afterAll(() => server.close())

type Send = (body: string | Buffer, type?: string, headers?: Record<string, string>) => Promise<TestAnswer>

interface Project {
  readonly name: string
  readonly secret: string
  to(path: string): Send
  send: Send
  stored(): Promise<readonly LogLine[]>
}

async function addProject(kind: 'add-log-project' | 'add-custom-project' = 'add-log-project'): Promise<Project> {
  const name = `project-${++projects}`
  const { secret } = (await owner.post(kind, { projectName: name, samplingInterval: 1 })).body
  const client = createTestClient(server.api, { bearer: secret })
  const to =
    (path: string): Send =>
    (body, type = 'application/json', headers = {}) =>
      client.send('POST', path, { body: body as string, headers: { 'Content-Type': type, ...headers } })
  return {
    name,
    secret,
    to,
    send: to('ingest/logs'),
    async stored() {
      const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
      return (await server.ctx.points.readLogs(source!.id, { from: 0, to: now + DAY }, {}, 10_000)).lines
    },
  }
}

const texts = (lines: readonly LogLine[]) => lines.map(({ line }) => line)
const rows = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe('log lines sent as JSON', () => {
  it('are stored with time, severity, instance, service and attributes', async () => {
    const { send, stored } = await addProject()
    const { status, body } = await send(
      JSON.stringify({
        lines: [
          'only a text',
          { line: 'paid', time: now, severity: 'WARN', instance: 'web1', service: 'shop', attributes: { order: 7 } },
          { line: 'in ns', time: `${now}000123` },
          { line: 'in µs', time: (now + 1) * 1000 + 5 },
          { line: 'iso', time: new Date(now + 2).toISOString().replace('Z', '000789Z'), severity: 17 },
        ],
      }),
    )
    expect([status, body]).toEqual([200, { success: true, accepted: 5, rejected: 0, rejects: [] }])
    const lines = (await stored()).filter(({ line }) => line !== 'only a text')
    expect(lines).toMatchObject([
      { line: 'paid', time: now, nanos: 0, severity: 13, instance: 'web1', service: 'shop', attributes: '{"order":7}' },
      { line: 'in ns', time: now, nanos: 123, severity: 0, instance: '', service: '', attributes: '' },
      { line: 'in µs', time: now + 1, nanos: 5000 },
      { line: 'iso', time: now + 2, nanos: 789, severity: 17 },
    ])
  })

  it('of common loggers are read by their own names, one a line', async () => {
    const { send, stored } = await addProject()
    const pino = { level: 50, time: now, hostname: 'web1', msg: 'pino', pid: 7 }
    const ecs = {
      '@timestamp': new Date(now + 1),
      message: 'ecs',
      log: { level: 'info' },
      host: { name: 'web2' },
      'service.name': 'shop',
    }
    const fluentBit = { ts: (now + 2) / 1000, log: 'fluent', kubernetes: { pod_name: 'p1', container_name: 'c1' } }
    const noText = { time: now + 3, event: 'login', ok: true }
    const { body } = await send(`${rows(pino, ecs)}\n{"msg": \n${rows(fluentBit, noText, 7)}`, 'application/x-ndjson')
    expect(body).toMatchObject({
      accepted: 4,
      rejected: 2,
      rejects: [{ reason: 'malformed', count: 2, line: 4 }],
      notes: ['Times were read as epoch seconds.'],
    })
    expect(await stored()).toMatchObject([
      { line: 'pino', severity: 17, instance: 'web1', attributes: '{"pid":7}' },
      { line: 'ecs', severity: 9, instance: 'web2', service: 'shop' },
      { line: 'fluent', time: now + 2, instance: 'p1', service: 'c1' },
      { line: JSON.stringify(noText), attributes: '' },
    ])
  })

  it('change nothing when they are repeated; the same line twice in a batch counts twice', async () => {
    const { send, stored } = await addProject()
    const line = { line: 'connection refused', time: now }
    const batch = JSON.stringify([line, { ...line, instance: 'web2' }, line])
    for (let repeat = 0; repeat < 3; repeat++) expect((await send(batch)).body.accepted).toBe(3)
    expect(texts(await stored())).toEqual(Array(3).fill('connection refused'))
  })

  it('are stored in part where some cannot be, and each reason is named once with its count', async () => {
    const { send, stored } = await addProject()
    const line = 'x'
    const { body } = await send(
      JSON.stringify([
        { line: 'good', time: now, instance: 'a' },
        { line, time: 'yesterday' },
        { line, time: now + DAY },
        { line, time: now - 91 * DAY },
        { line, time: -62_135_596_800_000 },
        { line, time: now, instance: 'x'.repeat(201) },
        { line, time: now, service: 'a\u0001b' },
        null,
        ['a'],
        { line: 'good too', time: now, service: 'b', attributes: { a: 1 } },
      ]),
    )
    const counts = body.rejects.map(({ reason, count }: { reason: string; count: number }) => [reason, count])
    expect(Object.fromEntries(counts)).toEqual({
      badTime: 2,
      future: 1,
      tooOld: 1,
      tooLong: 1,
      badName: 1,
      malformed: 2,
    })
    expect([body.accepted, body.rejected]).toEqual([2, 8])
    const messages = body.rejects.map(({ message }: { message: string }) => message).join(' ')
    for (const said of ['time of lines[1] ', 'instance of lines[5] ', 'service of lines[6] ', 'as lines[7]'])
      expect(messages).toContain(said)
    expect(await stored()).toMatchObject([
      { line: 'good', instance: 'a', attributes: '' },
      { line: 'good too', service: 'b', attributes: '{"a":1}' },
    ])
  })

  it.each([
    [20_260_301, "'20260301' looks like a date without separators: write it like 2026-03-01"],
    ['46314.5', 'looks like a day number of a spreadsheet'],
    ['yesterday', "'yesterday' is not a time"],
    [{ at: 5 }, `'{"at":5}' is not a time`],
  ])('are named where their time is %j, with what it looks like', async (time, said) => {
    const { send } = await addProject()
    const [reject] = (await send(JSON.stringify([{ line: 'x', time }]))).body.rejects
    expect(reject).toMatchObject({ reason: 'badTime', message: expect.stringContaining(said) })
  })

  it('that are very long are cut between characters, and what cannot be read is replaced, which is said', async () => {
    const { send, stored } = await addProject()
    const { body } = await send(
      JSON.stringify([
        { line: `x${'é'.repeat(500_000)}`, time: now },
        { line: 'nul \0 here', time: now + 1 },
        { line: 'half a pair \ud800', time: now + 2, attributes: { long: 'x'.repeat(20_000) } },
      ]),
    )
    expect(body.notes).toEqual([
      expect.stringContaining('1 of the lines were cut'),
      expect.stringContaining('NUL'),
      expect.stringContaining('without attributes'),
    ])
    const [long, nul, half] = await stored()
    expect(long!.line).toBe(`x${'é'.repeat(32_767)}`)
    expect([nul!.line, half!.line, half!.attributes]).toEqual(['nul \ufffd here', 'half a pair \ufffd', ''])
  })

  it.each([
    ['no JSON', '[{"line": "a"', 'application/json', 400],
    ['no list', '{"line": "a"}', 'application/json', 400],
    ['another type', 'a', 'text/csv', 415],
    ['too many bytes', ' '.repeat(2_000_001), 'application/json', 413],
  ])('are refused as a whole where the body is %s', async (_, body, type, status) => {
    const { send } = await addProject()
    expect((await send(body, type)).status).toBe(status)
  })

  it('are refused by a project for metrics, as samples are by one for logs', async () => {
    const metrics = await addProject('add-custom-project')
    const logs = await addProject()
    const answers = [await metrics.send('["a"]'), await logs.to('ingest/points')('[]')]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([422, 'WRONG_DATA_TYPE']))
  })
})

describe('a project for logs', () => {
  it('tells its lines a bucket and instance as series', async () => {
    const { name, send } = await addProject()
    const line = (ms: number, instance?: string) => ({ line: `at ${ms}`, time: now + ms, instance })
    await send(JSON.stringify([line(0, 'b'), line(1, 'b'), line(2500, 'b'), line(3999, 'a'), line(3998)]))
    const query = `projectData?projectName=${name}&from=${now}&to=${now + 4 * SECOND - 1}&buckets=4`
    // What a project spans is written some seconds after its first batch
    await expect
      .poll(async () => (await owner.get(query)).body.series[0].max, { timeout: 10_000 })
      .toEqual([0, 0, 0, 1])
    const { body } = await owner.get(query)
    const counts = body.series.map(({ seriesId, max }: { seriesId: string; max: number[] }) => [seriesId, max])
    expect(counts).toEqual([
      ['lines', [0, 0, 0, 1]],
      ['lines[a]', [0, 0, 0, 1]],
      ['lines[b]', [2, 0, 1, 0]],
    ])
    expect((await owner.get(`${query}&instance=b`)).body.seriesTotal).toBe(1)
    expect((await owner.get(`${query}&metric=cpu`)).body.series).toEqual([])
  })

  it('tells what is lost with it, and loses it', async () => {
    const { name, send } = await addProject()
    await send(JSON.stringify([{ line: 'a', time: now }]))
    const loss = (await owner.post('remove-project', { projectName: name, dryRun: true })).body.loss
    expect(loss).toMatchObject({ logLines: 1, from: now, to: now })
  })
})

describe('log lines sent as text', () => {
  it('are a line each, at the time that they begin with or else that of their arrival', async () => {
    const { to, stored } = await addProject()
    const iso = new Date(now - 5).toISOString()
    const body = Buffer.concat([
      Buffer.from(`plain\r\n\n[${iso}] with a time\n`),
      Buffer.from([0x66, 0xfc, 0x72, 10]),
      Buffer.from('the last'),
    ])
    const { body: answer } = await to('ingest/logs?instance=web1&service=shop')(gzipSync(body), 'text/plain', {
      'Content-Encoding': 'gzip',
    })
    expect(answer).toMatchObject({
      accepted: 4,
      notes: [expect.stringContaining('1 of the lines are not valid UTF-8')],
    })
    const lines = await stored()
    expect(texts(lines)).toEqual([`[${iso}] with a time`, 'plain', 'f\ufffdr', 'the last'])
    expect(lines[0]).toMatchObject({ time: now - 5, instance: 'web1', service: 'shop' })
  })

  it('have the levels of their headers, in whichever format without levels they come', async () => {
    const { to, stored } = await addProject()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const text = [`${at(0)} INFO shop: order 1 paid`, `${at(1)} ERROR shop: order 2 failed`, `${at(2)} WARN shop: slow`]
    await to('ingest/logs?service=text')(text.join('\n'), 'text/plain')
    const values = text.map((line, k) => [`${now + k}000000`, line])
    await to('ingest/loki/api/v1/push')(JSON.stringify({ streams: [{ stream: { job: 'loki' }, values }] }))
    await to('ingest/logs?service=bare')('an ERROR in the middle of a line without a header\nready', 'text/plain')
    const found = await stored()
    const levels = (name: string) => found.filter(({ service }) => service === name).map(({ severity }) => severity)
    expect([levels('text'), levels('loki'), levels('bare')]).toEqual([
      [9, 17, 13],
      [9, 17, 13],
      [0, 0],
    ])
  })
})

describe("log lines sent as Elasticsearch's bulk", () => {
  const bulk = 'ingest/elastic/_bulk'

  it('are answered one by one, in order', async () => {
    const { to, stored } = await addProject()
    const body = rows(
      { create: { _index: 'logs' } },
      { '@timestamp': new Date(now), message: 'first', host: { name: 'web1' } },
      { index: {} },
      { '@timestamp': new Date(now + DAY), message: 'ahead' },
      { delete: { _index: 'logs', _id: '1' } },
      { update: { _index: 'logs', _id: '1' } },
      { doc: {} },
      { index: null },
      { '@timestamp': 'never', message: 'bad' },
      { index: {} },
      { '@timestamp': new Date(now + 1), message: 'last' },
    )
    const { status, body: answer } = await to('ingest/elastic/app/_bulk')(body, 'application/x-ndjson')
    expect([status, answer.errors]).toEqual([200, true])
    const outcomes = answer.items.map((item: Record<string, { _index: string; status: number }>) =>
      Object.entries(item).map(([action, { _index, status: own }]) => [action, _index, own]),
    )
    expect(outcomes.flat()).toEqual([
      ['create', 'logs', 201],
      ['index', 'app', 400],
      ['delete', 'logs', 400],
      ['update', 'logs', 400],
      ['index', 'app', 400],
      ['index', 'app', 201],
    ])
    expect(answer.items[1].index.error.reason).toContain('ahead')
    expect(await stored()).toMatchObject([{ line: 'first', instance: 'web1' }, { line: 'last' }])
  })

  it('are authenticated by an API key as Elasticsearch has them, and refused in its format', async () => {
    const { secret } = await addProject()
    const send = (authorization: string, body: string) =>
      createTestClient(server.api).send('POST', bulk, {
        body,
        headers: { 'Content-Type': 'application/x-ndjson', Authorization: authorization },
      })
    const line = rows({ create: {} }, { message: 'a' })
    const pair = Buffer.from(`id:${secret}`).toString('base64')
    for (const key of [pair, secret]) expect((await send(`ApiKey ${key}`, line)).status).toBe(200)
    const refused = await send('ApiKey nothing', line)
    expect([refused.status, refused.body.error.type, refused.body.status]).toEqual([401, 'unauthenticated', 401])
    const broken = await send(`ApiKey ${pair}`, 'nonsense\n')
    expect([broken.status, broken.body.error.type]).toEqual([400, 'malformed_body'])
  })
})

describe("log lines sent by Loki's push API", () => {
  const push = 'ingest/loki/api/v1/push'
  const message = (...parts: [tag: number, content: Buffer | string | number][]): Buffer =>
    Buffer.concat(
      parts.flatMap(([tag, content]) => {
        if (typeof content === 'number') return [Buffer.from([tag]), varint(content)]
        return [Buffer.from([tag]), varint(Buffer.byteLength(content)), Buffer.from(content)]
      }),
    )
  const varint = (value: number): Buffer => {
    const bytes: number[] = []
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
    return Buffer.from([...bytes, value])
  }
  const entry = (ms: number, nanos: number, line: string | Buffer, ...metadata: [string, string][]): Buffer =>
    message(
      [0x0a, message([0x08, Math.floor(ms / 1000)], [0x10, (ms % 1000) * 1e6 + nanos])],
      [0x12, line],
      ...metadata.map(([name, value]): [number, Buffer] => [0x1a, message([0x0a, name], [0x12, value])]),
    )

  it('as protobuf, with structured metadata, are stored to the nanosecond', async () => {
    const { to, stored } = await addProject()
    const body = message([
      0x0a,
      message(
        [0x0a, '{app="shop", host="web1", level="error", note="a \\"b\\", c"}'],
        [0x12, entry(now + 5, 17, 'first', ['trace_id', '7'], ['detected_level', 'info'])],
        [0x12, entry(now + 5, 18, Buffer.from([0x66, 0xfc]))],
      ),
    ])
    const answer = await to(push)(Buffer.from(compressSnappy(body)), 'application/x-protobuf')
    expect(answer.status).toBe(204)
    const common = { time: now + 5, instance: 'web1', service: 'shop' }
    expect(await stored()).toMatchObject([
      { ...common, nanos: 17, line: 'first', severity: 9 },
      { ...common, nanos: 18, line: 'f\ufffd', severity: 17, attributes: '{"level":"error","note":"a \\"b\\", c"}' },
    ])
    expect(JSON.parse((await stored())[0]!.attributes)).toMatchObject({ trace_id: '7', note: 'a "b", c' })
  })

  it('as JSON are stored in part where some cannot be, which is answered with 400 as Loki does', async () => {
    const { to, stored } = await addProject()
    const values = [
      [`${now}000001`, 'good', { level: 'warn' }],
      [`${now + DAY}000000`, 'ahead'],
      [now, 'a number'],
      ['soon', 'no time'],
    ]
    const answer = await to(push)(JSON.stringify({ streams: [{ stream: { job: 'shop' }, values }] }))
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('3 of 4 lines were left out')])
    expect(answer.body).toContain('as streams[0].values[2]')
    expect(answer.body).toContain('The time of streams[0].values[3] ')
    expect(await stored()).toMatchObject([{ line: 'good', severity: 13, service: 'shop', nanos: 1 }])
  })

  it.each([
    ['snappy that is cut off', Buffer.from([0xff, 0x01, 0x04]), 'application/x-protobuf', 400],
    ['snappy of 2 GB by its own word', Buffer.from([0xff, 0xff, 0xff, 0xff, 0x07, 0]), 'application/x-protobuf', 413],
    ['JSON without streams', '{}', 'application/json', 400],
    ['JSON with labels that are no texts', '{"streams":[{"stream":{"a":1},"values":[]}]}', 'application/json', 400],
    ['another type', 'a', 'text/plain', 415],
  ])('are refused where the body is %s', async (_, body, type, status) => {
    const { to } = await addProject()
    expect((await to(push)(body, type)).status).toBe(status)
  })

  it('by pino-loki are stored with level, host and time', async () => {
    const { secret, stored } = await addProject()
    const options = { host: server.url, endpoint: `api/v1/${push}`, batching: false, silenceErrors: false } as const
    const transport = pinoLoki({
      ...options,
      labels: { app: 'checkout' },
      propsToLabels: ['hostname'],
      basicAuth: { username: 'omen', password: secret },
    })
    pino({ base: { hostname: 'web7' }, timestamp: () => `,"time":${now}` }, transport).error(
      { order: 7 },
      'payment failed',
    )
    await expect.poll(stored, { timeout: 10_000, interval: 100 }).toHaveLength(1)
    const [line] = await stored()
    expect(line).toMatchObject({ instance: 'web7', service: 'checkout', severity: 17, time: now })
    expect(line!.line).toContain('payment failed')
  })
})
