import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  AggregationType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { series, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const day = 86_400_000

let server: TestServer
let owner: TestClient
let projects = 0
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
}, 60_000)
afterAll(() => server.close())

async function addProject(kind: 'add-log-project' | 'add-custom-project') {
  const name = `project-${++projects}`
  const { secret } = (await owner.post(kind, { projectName: name, samplingInterval: 1 })).body
  const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
  return { name, secret, source: source!.id, headers: { Authorization: `Bearer ${secret}` } }
}

const resource = resourceFromAttributes({
  'service.name': 'shop',
  'service.instance.id': 'web-1',
  'deployment.environment.name': 'test',
  'process.pid': 7,
})

/** The largest value of each series, with its type and unit. */
async function readSeries(project: { name: string; source: string }) {
  const now = server.clock.now()
  const query = `projectData?projectName=${project.name}&from=${now - day}&to=${now + day}&buckets=1`
  const { series: found } = (await owner.get(query)).body
  return Object.fromEntries(
    found.map(({ seriesId, type, unit, max }: { seriesId: string; type: string; unit?: string; max: number[] }) => [
      seriesId,
      [type, unit ?? '', max[0]],
    ]),
  )
}

async function sendMetrics(exporter: PushMetricExporter): Promise<void> {
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const view = {
    instrumentName: 'size',
    aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM, options: { recordMinMax: true } },
  } as const
  const provider = new MeterProvider({ resource, readers: [reader], views: [view] })
  const meter = provider.getMeter('test')
  meter.createCounter('orders').add(3, { region: 'eu', retried: true })
  meter.createUpDownCounter('queue').add(-2)
  meter.createGauge('utilization', { unit: '1' }).record(0.5)
  meter.createGauge('active', { unit: '{request}' }).record(4)
  meter.createGauge('temperature', { unit: 'Cel' }).record(21.5)
  const duration = meter.createHistogram('duration', { unit: 'ms', advice: { explicitBucketBoundaries: [10, 20, 40] } })
  for (const value of [5, 15, 15, 25]) duration.record(value)
  const size = meter.createHistogram('size', { unit: 'By' })
  for (let value = 1; value <= 1000; value++) size.record(value)
  await provider.forceFlush()
  await provider.shutdown()
}

const place = '[web-1][shop]'
const environment = 'deployment.environment.name="test"'

describe('the OpenTelemetry SDK', () => {
  it.each([
    ['protobuf', OTLPMetricExporter],
    ['JSON', JsonMetricExporter],
  ])('sends metrics as %s', async (_, Exporter) => {
    const project = await addProject('add-custom-project')
    await sendMetrics(
      new Exporter({ url: `${server.api}ingest/otlp/v1/metrics`, headers: project.headers }) as PushMetricExporter,
    )
    const found = await readSeries(project)
    expect(found).toMatchObject({
      [`orders{${environment},region="eu",retried="true"}${place}`]: ['counter', '', 3],
      [`queue{${environment}}${place}`]: ['gauge', '', -2],
      [`temperature{${environment}}${place}`]: ['gauge', '°C', 21.5],
      [`utilization{${environment}}${place}`]: ['gauge', '', 0.5],
      [`active{${environment}}${place}`]: ['gauge', 'requests', 4],
      [`duration_count{${environment}}${place}`]: ['counter', '', 4],
      [`duration_sum{${environment}}${place}`]: ['counter', 'ms', 60],
      [`duration{${environment},quantile="0.5"}${place}`]: ['gauge', 'ms', 15],
      [`size_count{${environment}}${place}`]: ['counter', '', 1000],
    })
    const [, , median] = found[`size{${environment},quantile="0.5"}${place}`]!
    expect(Math.abs(median / 500 - 1)).toBeLessThan(0.02)
  })

  it('sends deltas, which are stored as the amounts that they are', async () => {
    const project = await addProject('add-custom-project')
    const temporalityPreference = AggregationTemporality.DELTA
    const url = `${server.api}ingest/otlp/v1/metrics`
    await sendMetrics(
      new OTLPMetricExporter({ url, headers: project.headers, temporalityPreference }) as PushMetricExporter,
    )
    expect((await readSeries(project))[`duration_count{${environment}}${place}`]).toEqual(['gauge', '', 4])
  })

  it('sends log records', async () => {
    const project = await addProject('add-log-project')
    const exporter = new OTLPLogExporter({ url: `${server.api}ingest/otlp/v1/logs`, headers: project.headers })
    const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter })] })
    const logger = provider.getLogger('test')
    const timestamp = server.clock.now()
    logger.emit({
      timestamp,
      body: 'paid',
      severityNumber: 17,
      attributes: { order: 7, tags: ['a'] },
    })
    logger.emit({ timestamp: timestamp + 1, body: { step: 2 }, severityText: 'WARN' })
    await provider.forceFlush()
    await provider.shutdown()
    const { lines } = await server.ctx.points.readLogs(project.source, { from: 0, to: timestamp + day }, {}, 10)
    expect(lines).toMatchObject([
      {
        time: timestamp,
        line: 'paid',
        severity: 17,
        instance: 'web-1',
        service: 'shop',
        attributes: '{"order":7,"tags":["a"]}',
      },
      { time: timestamp + 1, line: '{"step":2}', severity: 13 },
    ])
  })
})

const metricOf = (metric: object) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] })

describe('OTLP', () => {
  const json = { 'Content-Type': 'application/json' }
  const protobuf = { 'Content-Type': 'application/x-protobuf' }
  const send = (secret: string, path: string, body: string | Buffer, headers: Record<string, string>) =>
    createTestClient(server.api, { bearer: secret }).send('POST', `ingest/otlp/v1/${path}`, {
      body: body as string,
      headers,
    })
  const nanos = (ms: number) => `${ms}000000`

  it('stores what it can of a partly bad batch, and counts the rest', async () => {
    const project = await addProject('add-custom-project')
    const now = server.clock.now()
    const point = (ms: number, asInt = '1') => ({ timeUnixNano: nanos(ms), asInt })
    const metrics = [
      { name: 'good', gauge: { dataPoints: [point(now, '9007199254740991'), point(now + day), { asDouble: 1 }] } },
    ]
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }, {}] }, {}] })
    const answer = await send(project.secret, 'metrics', body, json)
    expect([answer.status, answer.body.partialSuccess.rejectedDataPoints]).toEqual([200, '2'])
    expect(answer.body.partialSuccess.errorMessage).toContain('ahead of the server')
    expect(await readSeries(project)).toEqual({ good: ['gauge', '', 9007199254740991] })

    const logs = await addProject('add-log-project')
    const logRecords = [{ timeUnixNano: nanos(now), body: { stringValue: 'a' } }, { timeUnixNano: nanos(now + day) }]
    const mixed = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    expect((await send(logs.secret, 'logs', mixed, json)).body.partialSuccess.rejectedLogRecords).toBe('1')
  })

  it('counts values in JSON that are no numbers, and stores the others', async () => {
    const project = await addProject('add-custom-project')
    const timeUnixNano = nanos(server.clock.now())
    const bad = ['"abc"', '""', '1e400', '"1e400"'].map(
      (text) => `{"timeUnixNano":"${timeUnixNano}","asDouble":${text}}`,
    )
    const good = JSON.stringify({ timeUnixNano, asInt: '7' })
    const histogram = JSON.stringify({ dataPoints: [{ timeUnixNano, count: '3', bucketCounts: ['x', '3'] }] })
    const body = `{"resourceMetrics":[{"resource":null,"scopeMetrics":[{"metrics":[{"name":"m","gauge":{"dataPoints":[${[...bad, good].join(',')}]}},{"name":"h","histogram":${histogram}}]}]}]}`
    const { status, body: answer } = await send(project.secret, 'metrics', body, json)
    expect([status, answer.partialSuccess.rejectedDataPoints]).toEqual([200, '5'])
    expect(answer.partialSuccess.errorMessage).toContain('cannot be read')
    expect(await readSeries(project)).toEqual({ m: ['gauge', '', 7] })
  })

  it.each([
    ['resourceMetrics is not a list', { resourceMetrics: 'x' }],
    ['resourceMetrics[0] is not an object', { resourceMetrics: [null] }],
    ['resourceMetrics[0].scopeMetrics[0].metrics[0].name is not a text', metricOf({ name: 5 })],
    ['gauge.dataPoints[0].attributes[0] is not an object', metricOf({ gauge: { dataPoints: [{ attributes: [1] }] } })],
    ['sum.isMonotonic is not true or false', metricOf({ sum: { isMonotonic: 'false' } })],
    ['dataPoints[0].timeUnixNano is not a number', metricOf({ gauge: { dataPoints: [{ timeUnixNano: { ms: 5 } }] } })],
    ['it is not an object', []],
  ])('refuses metrics in JSON: %s', async (fault, body) => {
    const { secret } = await addProject('add-custom-project')
    const answer = await send(secret, 'metrics', JSON.stringify(body), json)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(fault)])
  })

  it.each([
    ['resourceLogs is not a list', { resourceLogs: 'x' }],
    ['resourceLogs[0] is not an object', { resourceLogs: [null] }],
    ['logRecords[0] is not an object', { resourceLogs: [{ scopeLogs: [{ logRecords: [null] }] }] }],
  ])('refuses logs in JSON: %s', async (fault, body) => {
    const { secret } = await addProject('add-log-project')
    const answer = await send(secret, 'logs', JSON.stringify(body), json)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(fault)])
  })

  it('stores the text of a log line whose number is none', async () => {
    const project = await addProject('add-log-project')
    const logRecords = [{ timeUnixNano: nanos(server.clock.now()), body: { intValue: 'abc' } }]
    await send(project.secret, 'logs', JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), json)
    const { lines } = await server.ctx.points.readLogs(project.source, { from: 0, to: 4e12 }, {}, 10)
    expect(lines).toMatchObject([{ line: 'abc' }])
  })

  it('marks a point without a recorded value as no value', async () => {
    const project = await addProject('add-custom-project')
    const dataPoints = [{ timeUnixNano: nanos(server.clock.now()), asDouble: 5, flags: 1 }]
    const body = JSON.stringify({
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }],
    })
    expect((await send(project.secret, 'metrics', body, json)).body).toEqual({})
    const [row] = await server.ctx.db.select().from(series).where(eq(series.sourceId, project.source))
    expect(row?.seriesId).toBe('m')
    expect((await server.ctx.points.describeLive(project.source)).points).toBe(0)
  })

  it.each([
    ['JSON of another shape', '{"resourceMetrics": 5}', json],
    ['no JSON', '{', json],
    ['protobuf that is cut off', Buffer.from([0x0a, 0x05, 0x0a]), protobuf],
    ['protobuf of 2 GB by its own word', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]), protobuf],
  ])('refuses %s with a Status in the format of the request', async (_, body, headers) => {
    const { secret } = await addProject('add-custom-project')
    const answer = await send(secret, 'metrics', body, headers)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain(headers['Content-Type'])
    if (headers === json) expect(answer.body).toEqual({ code: 3, message: expect.stringContaining('body is no valid') })
    else expect(answer.body).toContain('is no valid protobuf')
  })

  it('cuts values that lie too deep in each other, stores the rest, and says so', async () => {
    const project = await addProject('add-log-project')
    const { secret, source } = project
    const time = server.clock.now()
    // An AnyValue with an array with one value, again and again
    let value = Buffer.alloc(0)
    const wrap = (tag: number, inner: Buffer) => {
      const length = inner.length < 128 ? [inner.length] : [(inner.length & 127) | 128, inner.length >> 7]
      return Buffer.concat([Buffer.from([tag, ...length]), inner])
    }
    for (let depth = 0; depth < 200; depth++) value = wrap(0x2a, wrap(0x0a, value))
    const body = wrap(0x0a, wrap(0x12, wrap(0x12, wrap(0x2a, value))))
    const inProtobuf = await send(secret, 'logs', body, protobuf)
    expect([inProtobuf.status, inProtobuf.body]).toEqual([200, expect.stringContaining('deeper than 32 levels')])

    const nested = (levels: number): object =>
      levels === 0 ? { stringValue: 'end' } : { kvlistValue: { values: [{ key: 'k', value: nested(levels - 1) }] } }
    const record = (text: string, levels: number) => ({
      ...{ timeUnixNano: nanos(time), body: { stringValue: text } },
      attributes: [
        { key: 'tree', value: nested(levels) },
        { key: 'order', value: { intValue: '7' } },
      ],
    })
    const logRecords = [record('flat', 25), record('deep', 500)]
    const request = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
    const { status, body: answer } = await send(secret, 'logs', request, json)
    expect([status, answer]).toEqual([
      200,
      { partialSuccess: { rejectedLogRecords: '0', errorMessage: expect.stringContaining('deeper than 32 levels') } },
    ])
    const found = await server.ctx.points.readNewestLogs(source, { from: time - 1, to: time + 1 }, {}, 10)
    const attributes = Object.fromEntries(found.map((one) => [one.line, one.attributes]))
    expect(attributes.flat).toContain('end')
    expect(attributes.deep).toMatch(/"…".*"order":7/)
  })

  it('refuses a wrong key, and a project of the other kind', async () => {
    const { secret } = await addProject('add-log-project')
    const stranger = await send('omen_in_wrong', 'logs', '{}', json)
    expect([stranger.status, stranger.body.code]).toEqual([401, 16])
    expect((await send(secret, 'metrics', '{}', json)).status).toBe(422)
  })
})
