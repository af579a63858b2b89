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
import { SERIES_END } from '../../ports/point-store.ts'
import { projects, series, sources } from '../../schema/index.ts'
import { bytesField, doubleField, textField, varint } from '../../testing/protobuf-writer.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const DAY = 86_400_000

let server: TestServer
let owner: TestClient
let added = 0
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

async function addProject(kind: 'add-log-project' | 'add-custom-project') {
  const name = `project-${++added}`
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
  const query = `projectData?projectName=${project.name}&from=${now - DAY}&to=${now + DAY}&buckets=1`
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

const PLACE = '[web-1][shop]'
const ENVIRONMENT = 'deployment.environment.name="test"'

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
      [`orders{${ENVIRONMENT},region="eu",retried="true"}${PLACE}`]: ['counter', '', 3],
      [`queue{${ENVIRONMENT}}${PLACE}`]: ['gauge', '', -2],
      [`temperature{${ENVIRONMENT}}${PLACE}`]: ['gauge', '°C', 21.5],
      [`utilization{${ENVIRONMENT}}${PLACE}`]: ['gauge', '', 0.5],
      [`active{${ENVIRONMENT}}${PLACE}`]: ['gauge', 'requests', 4],
      [`duration_count{${ENVIRONMENT}}${PLACE}`]: ['counter', '', 4],
      [`duration_sum{${ENVIRONMENT}}${PLACE}`]: ['counter', 'ms', 60],
      [`duration{${ENVIRONMENT},quantile="0.5"}${PLACE}`]: ['gauge', 'ms', 15],
      [`size_count{${ENVIRONMENT}}${PLACE}`]: ['counter', '', 1000],
    })
    const [, , median] = found[`size{${ENVIRONMENT},quantile="0.5"}${PLACE}`]!
    expect(Math.abs(median / 500 - 1)).toBeLessThan(0.02)
  })

  it('sends deltas, which are stored as the amounts that they are', async () => {
    const project = await addProject('add-custom-project')
    const temporalityPreference = AggregationTemporality.DELTA
    const url = `${server.api}ingest/otlp/v1/metrics`
    await sendMetrics(
      new OTLPMetricExporter({ url, headers: project.headers, temporalityPreference }) as PushMetricExporter,
    )
    expect((await readSeries(project))[`duration_count{${ENVIRONMENT}}${PLACE}`]).toEqual(['gauge', '', 4])
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
    const { lines } = await server.ctx.points.readLogs(project.source, { from: 0, to: timestamp + DAY }, {}, 10)
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
      { name: 'good', gauge: { dataPoints: [point(now, '9007199254740991'), point(now + DAY), { asDouble: 1 }] } },
    ]
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }, {}] }, {}] })
    const answer = await send(project.secret, 'metrics', body, json)
    expect([answer.status, answer.body.partialSuccess.rejectedDataPoints]).toEqual([200, '2'])
    expect(answer.body.partialSuccess.errorMessage).toContain('ahead of the server')
    expect(await readSeries(project)).toEqual({ good: ['gauge', '', 9007199254740991] })

    const logs = await addProject('add-log-project')
    const logRecords = [{ timeUnixNano: nanos(now), body: { stringValue: 'a' } }, { timeUnixNano: nanos(now + DAY) }]
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
    ['histogram', { count: '10', bucketCounts: ['1', '2'], explicitBounds: [1, 10] }, '2 bucket counts'],
    ['histogram', { count: '3', bucketCounts: [], explicitBounds: [1, 10] }, '0 bucket counts'],
    ['histogram', { count: '10', bucketCounts: ['1', '2', '0'], explicitBounds: [1, 10] }, 'add up to 3'],
    ['histogram', { count: '3', bucketCounts: ['1', '2', '0'], explicitBounds: [10, 1] }, 'increasing order'],
    ['exponentialHistogram', { count: '10', zeroCount: '1', positive: { bucketCounts: ['2'] } }, 'add up to 3'],
  ])('leaves out a %s point that contradicts itself, %j, and stores the others', async (kind, bad, fault) => {
    const project = await addProject('add-custom-project')
    const timeUnixNano = nanos(server.clock.now())
    const marked = { ...bad, attributes: [{ key: 'is', value: { stringValue: 'marked' } }], flags: 1 }
    const good = { count: '3', ...(kind === 'exponentialHistogram' && { zeroCount: '3' }) }
    const dataPoints = [bad, marked, good].map((point) => ({ timeUnixNano, ...point }))
    const metrics = [{ name: 'h', [kind]: { dataPoints, aggregationTemporality: 2 } }]
    const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })
    const { status, body: answer } = await send(project.secret, 'metrics', body, json)
    expect([status, answer.partialSuccess]).toEqual([
      200,
      { rejectedDataPoints: '1', errorMessage: expect.stringContaining(fault) },
    ])
    expect(answer.partialSuccess.errorMessage).toContain('(h) ')
    expect((await readSeries(project)).h_count).toEqual(['counter', '', 3])
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

  it('takes a point without a recorded value for the end of its series, which is no value', async () => {
    const project = await addProject('add-custom-project')
    const dataPoints = [{ timeUnixNano: nanos(server.clock.now()), asDouble: 5, flags: 1 }]
    const body = JSON.stringify({
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }],
    })
    expect((await send(project.secret, 'metrics', body, json)).body).toEqual({})
    const [row] = await server.ctx.db.select().from(series).where(eq(series.sourceId, project.source))
    expect(row?.seriesId).toBe('m')
    expect((await server.ctx.points.describeLive(project.source)).points).toBe(0)
    const stored = await server.ctx.points.readLive(project.source, [row!.number], { from: 0, to: 4e12 }, 10)
    expect([...stored!.values]).toEqual([SERIES_END])
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
      timeUnixNano: nanos(time),
      body: { stringValue: text },
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

/** Attributes of resources that are seen in the field. */
const ATTRIBUTES = [
  ...['mysql.instance.endpoint', 'k8s.volume.name', 'k8s.deployment.name', 'k8s.node.name', 'k8s.statefulset.name'],
  ...['k8s.daemonset.name', 'k8s.replicaset.name', 'k8s.cronjob.name', 'k8s.job.name', 'k8s.hpa.name', 'k8s.pod.uid'],
  ...['k8s.namespace.name', 'k8s.container.name', 'k8s.cluster.name', 'k8s.persistentvolumeclaim.name'],
  ...['k8s.resourcequota.name', 'container.id', 'container.name', 'host.id', 'host.ip', 'server.address'],
  ...['postgresql.database.name', 'postgresql.table.name', 'redis.version', 'mongodb.database.name'],
  ...['elasticsearch.node.name', 'elasticsearch.cluster.name', 'kafka.cluster.alias', 'rabbitmq.queue.name'],
  ...['rabbitmq.node.name', 'nginx.host', 'cloud.region', 'cloud.account.id', 'cloud.availability_zone', 'faas.name'],
  ...['faas.instance', 'aws.ecs.task.arn', 'aws.ecs.container.name', 'process.pid', 'process.executable.name'],
  ...['deployment.environment', 'deployment.environment.name', 'service.version', 'vcenter.vm.name'],
  ...['vcenter.host.name', 'snowflake.account.name', 'iis.site', 'sqlserver.instance.name', 'sqlserver.database.name'],
  ...['net.host.name', 'net.host.port', 'url.full', 'http.url', 'azuremonitor.subscription_id', 'azure.resource_id'],
  ...['dbid', 'tenant', 'os.type', 'telemetry.sdk.language'],
]
const DESCRIBING = ['service.version', 'os.type', 'telemetry.sdk.language']

interface Gauge {
  readonly resource: Readonly<Record<string, string>>
  readonly scope?: string
  readonly metric: string
  readonly value: number
  readonly attributes?: readonly (readonly [name: string, value: string])[]
  readonly later?: number
}

describe('the identity of a series of OTLP', () => {
  const asJson = (gauges: readonly Gauge[], time: number) => {
    const toList = (pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([key, stringValue]) => ({ key, value: { stringValue } }))
    const resourceMetrics = gauges.map(({ resource, scope, metric, value, attributes: own = [], later = 0 }) => {
      const point = { timeUnixNano: `${time + later}000000`, asDouble: value, attributes: toList(own) }
      const metrics = [{ name: metric, gauge: { dataPoints: [point] } }]
      return {
        resource: { attributes: toList(Object.entries(resource)) },
        scopeMetrics: [{ ...(scope !== undefined && { scope: { name: scope, version: '1' } }), metrics }],
      }
    })
    return JSON.stringify({ resourceMetrics })
  }
  const asProtobuf = (gauges: readonly Gauge[], time: number) => {
    const attribute = (field: number, [key, value]: readonly [string, string]) =>
      bytesField(field, textField(1, key), bytesField(2, textField(1, value)))
    const bytes = gauges.flatMap(({ resource, scope, metric, value, attributes: own = [], later = 0 }) => {
      const nanos = BigInt(time + later) * 1_000_000n
      const at = [...varint(3 * 8 + 1), ...new Uint8Array(new BigUint64Array([nanos]).buffer)]
      const point = bytesField(1, at, doubleField(4, value), ...own.map((pair) => attribute(7, pair)))
      const named = bytesField(2, textField(1, metric), bytesField(5, point))
      const scoped = scope === undefined ? [] : bytesField(1, textField(1, scope), textField(2, '1'))
      return bytesField(
        1,
        bytesField(1, ...Object.entries(resource).map((pair) => attribute(1, pair))),
        bytesField(2, scoped, named),
      )
    })
    return Buffer.from(bytes)
  }
  const formats = [
    ['JSON', asJson, 'application/json'],
    ['protobuf', asProtobuf, 'application/x-protobuf'],
  ] as const

  type Write = (gauges: readonly Gauge[], time: number) => string | Buffer
  async function openProject(write: Write, type: string) {
    const project = await addProject('add-custom-project')
    const time = server.clock.now()
    const client = createTestClient(server.api, { bearer: project.secret })
    return {
      ...project,
      /** The rejects that the answer names; empty if everything was stored. */
      async send(gauges: readonly Gauge[]) {
        const options = { body: write(gauges, time) as string, headers: { 'Content-Type': type } }
        const { status, body } = await client.send('POST', 'ingest/otlp/v1/metrics', options)
        expect(status).toBe(200)
        return typeof body === 'string' ? body : JSON.stringify(body.partialSuccess ?? '')
      },
      /** Series with their values. */
      async stored() {
        return Object.fromEntries(Object.entries(await readSeries(project)).map(([id, [, , max]]) => [id, max]))
      },
    }
  }

  it.each(formats)(
    'keeps 56 of 59 attributes apart, and rejects by name what differs in the others, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const gauges = ATTRIBUTES.flatMap((name) =>
        ['one', 'two'].map((value, index) => ({
          resource: { 'service.name': 's', [name]: value },
          metric: `c.${name}`,
          value: index + 1,
        })),
      )
      const answer = await send(gauges)
      const valuesOf = async () => {
        const all = Object.entries(await stored())
        return Object.fromEntries(
          ATTRIBUTES.map((name) => [
            name,
            all.filter(([id]) => id.split(/[{[]/)[0] === `c.${name}`).map(([, value]) => value),
          ]),
        )
      }
      const expected = Object.fromEntries(ATTRIBUTES.map((name) => [name, DESCRIBING.includes(name) ? [1] : [1, 2]]))
      expect(await valuesOf()).toEqual(expected)
      for (const text of [...DESCRIBING, '3 of 118', 'the first is kept']) expect(answer).toContain(text)
      for (const name of ATTRIBUTES.filter((one) => !DESCRIBING.includes(one))) expect(answer).not.toContain(name)

      const other = await openProject(write, type)
      for (const part of [0, 1])
        expect(await other.send(gauges.filter((_, index) => index % 2 === part))).toMatch(/^(""|)$/)
    },
  )

  it.each(formats)(
    'tells resources without an instance apart, with node or deployment as instance, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const namespace = { 'k8s.namespace.name': 'prod' }
      const answer = await send([
        { resource: { 'postgresql.database.name': 'shop' }, metric: 'db_size', value: 8_000_000 },
        { resource: { 'postgresql.database.name': 'billing' }, metric: 'db_size', value: 1000 },
        { resource: { ...namespace, 'k8s.deployment.name': 'web' }, metric: 'available', value: 3 },
        { resource: { ...namespace, 'k8s.deployment.name': 'pay' }, metric: 'available', value: 0 },
        { resource: { 'k8s.node.name': 'n1', 'k8s.node.uid': 'a' }, metric: 'cpu', value: 1 },
        { resource: { 'k8s.node.name': 'n2', 'k8s.node.uid': 'b' }, metric: 'cpu', value: 7 },
      ])
      expect(answer).toMatch(/^(""|)$/)
      expect(await stored()).toEqual({
        'db_size{postgresql.database.name="shop"}': 8_000_000,
        'db_size{postgresql.database.name="billing"}': 1000,
        'available{k8s.namespace.name="prod"}[web]': 3,
        'available{k8s.namespace.name="prod"}[pay]': 0,
        'cpu[n1]': 1,
        'cpu[n2]': 7,
      })
    },
  )

  it.each(formats)(
    'tells tables of one host, processes of one host, and scopes apart, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const database = { 'host.name': 'h', 'postgresql.database.name': 'shop' }
      const process = { 'host.name': 'h', 'process.executable.name': 'nginx', 'process.command_line': 'nginx -g' }
      const shop = { 'service.name': 'shop', 'host.name': 'h' }
      const gauges = [
        { resource: { ...database, 'postgresql.table.name': 'a' }, metric: 'rows', value: 1 },
        { resource: { ...database, 'postgresql.table.name': 'b' }, metric: 'rows', value: 2 },
        { resource: { ...process, 'process.pid': '7' }, metric: 'memory', value: 3 },
        { resource: { ...process, 'process.pid': '8' }, metric: 'memory', value: 4 },
        { resource: shop, scope: 'libA', metric: 'conns', value: 5 },
        { resource: shop, scope: 'libB', metric: 'conns', value: 6 },
        { resource: { ...shop, 'cloud.account.id': '42' }, scope: 'libA', metric: 'conns', value: 7 },
      ]
      const expected = {
        'rows{postgresql.database.name="shop",postgresql.table.name="a"}[h]': 1,
        'rows{postgresql.database.name="shop",postgresql.table.name="b"}[h]': 2,
        'memory{process.executable.name="nginx",process.pid="7"}[h]': 3,
        'memory{process.executable.name="nginx",process.pid="8"}[h]': 4,
        'conns[h][shop]': 5,
        'conns{otel.scope.name="libB"}[h][shop]': 6,
        'conns{cloud.account.id="42",otel.scope.name="libA"}[h][shop]': 7,
      }
      for (const batch of [gauges, gauges.toReversed()]) expect(await send(batch)).toMatch(/^(""|)$/)
      expect(await stored()).toEqual(expected)
    },
  )

  it.each(formats)('has the same name whatever describes the resource, in %s', async (_, write, type) => {
    const { send, stored } = await openProject(write, type)
    const service = { 'service.name': 'shop', 'service.instance.id': 'web-1' }
    const pod = { 'k8s.namespace.name': 'prod', 'k8s.pod.name': 'web-1', 'k8s.container.name': 'app' }
    const host = { 'service.name': 'shop', 'host.name': 'web-1' }
    const sdk = { 'telemetry.sdk.name': 'opentelemetry', 'telemetry.sdk.language': 'nodejs' }
    const descriptions = (run: string) => ({
      'service.version': run,
      'process.pid': run,
      'process.command_args': run,
      'os.description': run,
      'telemetry.sdk.version': run,
      'host.id': run,
      'host.ip': run,
      'container.image.tag': run,
    })
    const moved = (run: string) => ({
      'k8s.pod.uid': run,
      'k8s.node.name': run,
      'k8s.deployment.name': 'web',
      'k8s.replicaset.name': run,
      'container.id': run,
    })
    for (const [index, run] of ['1', '2'].entries()) {
      const gauge = { value: index, later: 1000 * index }
      const answer = await send([
        { resource: { ...service, ...sdk, ...descriptions(run), ...moved(run) }, metric: 'a', ...gauge },
        { resource: { ...pod, ...sdk, ...descriptions(run), ...moved(run) }, metric: 'b', ...gauge },
        { resource: { ...host, ...sdk, ...descriptions(run) }, metric: 'c', ...gauge },
      ])
      expect(answer).toMatch(/^(""|)$/)
    }
    expect(Object.keys(await stored())).toEqual([
      'a[web-1][shop]',
      'b{k8s.container.name="app",k8s.namespace.name="prod"}[web-1]',
      'c[web-1][shop]',
    ])
  })

  it.each(formats)('warns if two resources of a batch differ in a description only, in %s', async (_, write, type) => {
    const { send, stored } = await openProject(write, type)
    const resource = { 'service.name': 's', 'host.name': 'h', 'telemetry.sdk.name': 'opentelemetry' }
    const answer = await send([
      { resource: { ...resource, 'process.pid': '7' }, metric: 'm', value: 1 },
      { resource: { ...resource, 'process.pid': '8' }, metric: 'm', value: 2, later: 3 },
    ])
    expect(answer).toContain('differ only in process.pid')
    expect(answer).not.toContain('left out')
    expect(await stored()).toEqual({ 'm[h][s]': 2 })
  })

  it.each(formats)(
    'keeps the first of two values of one series and time, and says so, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const point = { resource: { 'service.name': 's' }, metric: 'm' }
      expect(
        await send([
          { ...point, value: 1 },
          { ...point, value: 1 },
        ]),
      ).toMatch(/^(""|)$/)
      const again = await send([1, 2, 3].map((value) => ({ ...point, value })))
      expect(again).toContain('2 of 3 samples were left out')
      expect(again).toMatch(/\(m\[\]\[s\]\).*the first is kept: at 20\d\d-.* 1, not 2/)
      expect(await stored()).toEqual({ 'm[][s]': 1 })
    },
  )

  it.each(formats)(
    'keeps an attribute of the resource beside one of the point with its name, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const own = [['tenant', 'x']] as const
      const sent = ['a', 'b', 'x'].map((tenant, value) => ({
        resource: { tenant },
        metric: 'm',
        value,
        attributes: own,
      }))
      expect(await send(sent)).toMatch(/^(""|)$/)
      expect(await stored()).toEqual({
        'm{resource.tenant="a",tenant="x"}': 0,
        'm{resource.tenant="b",tenant="x"}': 1,
        'm{tenant="x"}': 2,
      })
    },
  )

  it.each(formats)(
    'names the attribute that makes a name too long, is one too many, or has two values, in %s',
    async (_, write, type) => {
      const { send, stored } = await openProject(write, type)
      const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`a${index}`, '']))
      const [long, crowded, twice] = await Promise.all([
        send([{ resource: { 'url.full': 'x'.repeat(499) }, metric: 'm', value: 1 }]),
        send([{ resource: many, metric: 'm', value: 1 }]),
        send([
          {
            resource: {},
            metric: 'm',
            value: 1,
            attributes: [
              ['region', 'eu'],
              ['region', 'us'],
            ],
          },
        ]),
      ])
      expect(long).toContain('the label url.full is the longest with 499')
      expect(crowded).toContain('65 labels and may have 64')
      expect(twice).toContain('region has two values')
      expect(await stored()).toEqual({})
    },
  )

  it('goes on under the name of before, if one series had it', async () => {
    const { send, stored, source } = await openProject(asJson, 'application/json')
    const now = server.clock.now()
    const single = { 'host.name': 'h', 'postgresql.database.name': 'shop' }
    const former = ['size[h]', 'rows[h]', 'conns[h]', 'waits[h]'].map((seriesId, number) => ({
      sourceId: source,
      number,
      seriesId,
      metric: seriesId.slice(0, -3),
      instance: 'h',
      hasFormerName: true,
    }))
    await server.ctx.db.insert(series).values(former)
    await server.ctx.db.update(projects).set({ seriesCount: 4 }).where(eq(projects.sourceId, source))
    await server.ctx.points.append(source, {
      series: Uint32Array.of(0, 1, 2, 3),
      times: Float64Array.of(now, now, now, now),
      values: Float64Array.of(1, 2, 3, 4),
    })
    const gauges = [
      { resource: single, scope: 'receiver', metric: 'size', value: 10 },
      { resource: { ...single, 'postgresql.table.name': 'a' }, metric: 'rows', value: 20 },
      { resource: { ...single, 'postgresql.table.name': 'b' }, metric: 'rows', value: 30 },
      { resource: { 'host.name': 'h' }, scope: 'receiver', metric: 'conns', value: 40 },
      // Their own name is that of before as well
      { resource: { 'host.name': 'h' }, scope: 'libA', metric: 'waits', value: 41 },
      { resource: { 'host.name': 'h' }, scope: 'libB', metric: 'waits', value: 42 },
    ].map((gauge) => ({ ...gauge, later: 1000 }))
    for (let repeat = 0; repeat < 2; repeat++) expect(await send(gauges)).toBe('""')
    const later = [
      { resource: { 'host.name': 'h', 'postgresql.table.name': 'c' }, metric: 'rows', value: 50 },
      { resource: { 'host.name': 'h' }, scope: 'libC', metric: 'waits', value: 51 },
    ]
    expect(await send([...later, { resource: { ...single, tenant: 'x' }, metric: 'size', value: 60 }])).toBe('""')
    expect(await stored()).toEqual({
      'size[h]': 10,
      'rows[h]': 2,
      'rows{postgresql.database.name="shop",postgresql.table.name="a"}[h]': 20,
      'rows{postgresql.database.name="shop",postgresql.table.name="b"}[h]': 30,
      'conns[h]': 40,
      'waits[h]': 4,
      'waits{otel.scope.name="libA"}[h]': 41,
      'waits{otel.scope.name="libB"}[h]': 42,
      'waits{otel.scope.name="libC"}[h]': 51,
      'rows{postgresql.table.name="c"}[h]': 50,
      'size{postgresql.database.name="shop",tenant="x"}[h]': 60,
    })
  })
})
