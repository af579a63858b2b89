import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Collector, CollectWindow } from '../../../ports/collector.ts'
import { type Outbound, OutboundError } from '../../../ports/outbound.ts'
import { type AmazonMetric, metricOf } from '../../../testing/providers/amazon/metric-data.ts'
import {
  AMAZON_KEY,
  AMAZON_REGION,
  type AmazonServer,
  amazonError,
  startAmazonServer,
} from '../../../testing/providers/amazon-server.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { type AmazonOptions, openAmazonCollector } from './open-amazon-collector.ts'

const MINUTE_MS = 60_000
const to = Math.floor(Date.now() / MINUTE_MS - 10) * MINUTE_MS
const window: CollectWindow = { from: to - 3 * MINUTE_MS, to, stepMs: MINUTE_MS }
const never = new AbortController().signal
const ROLE_ARN = 'arn:aws:iam::123456789012:role/omen-reader'
const EXTERNAL_ID = 'omen-4711'

let server: AmazonServer
let clock: TestClock

beforeEach(async () => {
  server = await startAmazonServer()
  clock = createTestClock()
})
afterEach(() => {
  vi.unstubAllEnvs()
  return server.close()
})

function optionsOf(more: Partial<AmazonOptions> = {}): AmazonOptions {
  return {
    zone: AMAZON_REGION,
    accessKey: AMAZON_KEY.accessKeyId,
    secretKey: AMAZON_KEY.secretAccessKey,
    endpoint: server.url,
    dataType: 'Metric',
    stepMs: MINUTE_MS,
    instanceTypes: ['EC2'],
    logGroups: [],
    ...more,
  }
}

function open(more: Partial<AmazonOptions> = {}): Collector {
  return openAmazonCollector(optionsOf(more), { outbound: openTestOutbound(), clock })
}

async function collect(collector: Collector, asked = window) {
  const notes: string[] = []
  const ids = new Set<string>()
  for await (const batch of collector.collect(asked, undefined, never)) {
    notes.push(...(batch.notes ?? []))
    for (const { series } of batch.series ?? []) ids.add(series.id)
  }
  return { ids: [...ids].sort(), notes }
}

const isCalled = (calls: number) => expect(server.calls).toBe(calls)

test('reads with the keys of a role, which it assumes once', async () => {
  server.state.roles.push({ arn: ROLE_ARN, externalId: EXTERNAL_ID })
  const collector = open({ roleArn: ROLE_ARN, externalId: EXTERNAL_ID })
  expect((await collect(collector)).ids).toHaveLength(6)
  isCalled(3)
  await collect(collector)
  isCalled(4)
})

test('assumes a role again before its keys expire', async () => {
  server.state.roles.push({ arn: ROLE_ARN })
  const collector = open({ roleArn: ROLE_ARN })
  await collect(collector)
  clock.advance(54 * MINUTE_MS)
  await collect(collector)
  expect(server.state.keys).toHaveLength(2)
  clock.advance(2 * MINUTE_MS)
  await collect(collector)
  expect(server.state.keys.length).toBeGreaterThan(2)
})

test('assumes a role again after its keys were taken back', async () => {
  server.state.roles.push({ arn: ROLE_ARN })
  const collector = open({ roleArn: ROLE_ARN })
  await collect(collector)
  server.state.keys.splice(1)
  await expect(collect(collector)).rejects.toMatchObject({ fault: 'credentials' })
  expect((await collect(collector)).ids).toHaveLength(6)
})

test.each([
  ['the external id is not that of the role', 'another'],
  ['the external id is missing', undefined],
])('names the action that is not allowed where %s', async (_, given) => {
  server.state.roles.push({ arn: ROLE_ARN, externalId: EXTERNAL_ID })
  await expect(collect(open({ roleArn: ROLE_ARN, externalId: given }))).rejects.toMatchObject({
    fault: 'permission',
    providerText: expect.stringContaining('sts:AssumeRole'),
  })
})

test('names the action that keys lack', async () => {
  server.state.limitedKeys.push({ accessKeyId: 'AKIALIMITED', secretAccessKey: 'limited' })
  await expect(collect(open({ accessKey: 'AKIALIMITED', secretKey: 'limited' }))).rejects.toMatchObject({
    fault: 'permission',
    providerText: expect.stringContaining('cloudwatch:ListMetrics'),
  })
})

test('tells keys that AWS does not know', async () => {
  await expect(collect(open({ accessKey: 'AKIAUNKNOWN' }))).rejects.toMatchObject({ fault: 'credentials' })
  const role = open({ accessKey: 'AKIAUNKNOWN', roleArn: ROLE_ARN })
  await expect(collect(role)).rejects.toMatchObject({ fault: 'credentials' })
})

test('tells wrong keys from a clock that is wrong', async () => {
  server.state.aheadMs = 20 * MINUTE_MS
  await expect(collect(open())).rejects.toMatchObject({ fault: 'clock' })
})

test('tells a region whose signature AWS does not take', async () => {
  await expect(collect(open({ zone: 'us-east-1' }))).rejects.toMatchObject({ fault: 'credentials' })
})

test.each([
  ['a region that cannot be', { zone: 'no where', endpoint: undefined }],
  ['an endpoint that is no address', { endpoint: 'not a url' }],
])('tells %s', async (_, settings) => {
  await expect(collect(open(settings))).rejects.toMatchObject({ fault: 'query' })
})

test('reads every kind that it knows where none is chosen', async () => {
  const { ids } = await collect(open({ instanceTypes: [] }))
  expect(ids).toHaveLength(9)
  expect(ids.filter((id) => id.startsWith('Shop'))).toEqual([])
})

test('lists log groups before one is chosen, and does not collect without', async () => {
  const none = open({ dataType: 'Log' })
  expect(await none.test(never)).toEqual({ lines: [], notes: ['No log group is chosen.'] })
  expect((await none.choices('', never))[0]!.items).toEqual([{ id: '/aws/lambda/checkout' }, { id: 'shop' }])
  await expect(collect(none)).rejects.toMatchObject({ fault: 'query' })
})

test('lists no log groups for keys that may only read them', async () => {
  server.failNext(amazonError(400, 'AccessDeniedException', 'not authorized to perform: logs:ListLogGroups'))
  expect(await open({ dataType: 'Log', logGroups: ['shop'] }).choices('', never)).toEqual([])
})

test.each([
  ['Metric', undefined, 'monitoring.eu-central-1.amazonaws.com'],
  ['Log', undefined, 'logs.eu-central-1.amazonaws.com'],
  ['Metric', ROLE_ARN, 'sts.eu-central-1.amazonaws.com'],
] as const)('asks AWS itself for %s (role %s), whatever the store of files is', async (dataType, role, host) => {
  const asked: string[] = []
  const outbound: Outbound = {
    ...openTestOutbound(),
    async fetch(url) {
      asked.push(new URL(url).host)
      throw new OutboundError('unreachable', 'Not in a test.')
    },
  }
  vi.stubEnv('AWS_ENDPOINT_URL', server.url)
  const options = optionsOf({ dataType, logGroups: ['shop'], roleArn: role, endpoint: undefined })
  await expect(collect(openAmazonCollector(options, { outbound, clock }))).rejects.toMatchObject({
    fault: 'unreachable',
  })
  expect(asked).toEqual([host])
})

test('asks once for a kind that is named twice', async () => {
  expect((await collect(open({ instanceTypes: ['EC2', 'AWS/EC2', 'EC2'] }))).ids).toHaveLength(6)
  isCalled(2)
})

test('lists metrics once in a quarter of an hour, and sees new ones then', async () => {
  const collector = open()
  expect((await collect(collector)).ids).toHaveLength(6)
  server.state.metrics.push(metricOf('AWS/EC2', 'CPUUtilization', { InstanceId: 'i-new' }))
  expect((await collect(collector)).ids).toHaveLength(6)
  isCalled(3)
  clock.advance(15 * MINUTE_MS)
  expect((await collect(collector)).ids).toContain('EC2.CPUUtilization[i-new]')
})

test('passes on what CloudWatch says beside its results', async () => {
  server.state.messages = [{ Code: 'MaxMetricsExceeded', Value: 'Not all metrics were read.' }]
  expect((await collect(open())).notes).toEqual(['MaxMetricsExceeded: Not all metrics were read.'])
})

test('asks for at most 500 metrics a call, and fewer in a long window', async () => {
  server.state.metrics = Array.from({ length: 750 }, (_, number): AmazonMetric => {
    return metricOf('AWS/EC2', 'CPUUtilization', { InstanceId: `i-${number}` })
  })
  const collector = open()
  await collect(collector)
  // Two pages of the list, and two calls.
  isCalled(4)
  await collect(collector, { from: to - 400 * MINUTE_MS, to, stepMs: MINUTE_MS })
  // 100,800 samples a call are 252 metrics.
  isCalled(7)
})

test.each([
  [MINUTE_MS, 15],
  [5 * MINUTE_MS, 63],
  [60 * MINUTE_MS, 455],
])('knows how long values of %d ms are kept', (stepMs, days) => {
  expect(open({ stepMs }).traits.keepsDays).toBe(days)
})

test('estimates the list price', async () => {
  server.state.metrics = Array.from({ length: 1000 }, (_, number): AmazonMetric => {
    return metricOf('AWS/EC2', 'CPUUtilization', { InstanceId: `i-${number}` })
  })
  // 1,000 metrics once a minute are 1.44 million a day; 2 pages of the list 96 times.
  expect(await open().estimate(MINUTE_MS, never)).toEqual({
    seriesCount: 1000,
    callsPerDay: 2 * 1440 + 2 * 96,
    usdPerDay: expect.closeTo(14.4 + 0.00192),
    // Of six hours each, with 280 metrics.
    callsPerBackfilledDay: 4 * 4,
  })
})

test('offers kinds with the series that each would bring, without aggregates', async () => {
  const [choices] = await open().choices('', never)
  const counts = Object.fromEntries(choices!.items.map(({ id, seriesCount }) => [id, seriesCount]))
  expect(choices!.field).toBe('instanceType')
  expect(counts).toMatchObject({ EC2: 6, DynamoDB: 2, Lambda: 1, RDS: 0, 'Shop/Checkout': 1 })
  const [found] = await open().choices('lam', never)
  expect(found).toMatchObject({ items: [{ id: 'Lambda', seriesCount: 1 }], total: 1 })
})

test('counts no more than 30,000 metrics for choices, and refuses to collect too many', async () => {
  server.state.metrics = Array.from({ length: 60_000 }, (_, number): AmazonMetric => {
    return metricOf('AWS/EC2', 'CPUUtilization', { InstanceId: `i-${number}` })
  })
  const [choices] = await open().choices('ec2', never)
  expect(choices!.items).toEqual([{ id: 'EC2' }])
  isCalled(60)
  await expect(collect(open())).rejects.toMatchObject({ fault: 'tooMuch' })
  expect((await open().test(never)).series).toHaveLength(20)
})

test('tests with the newest sample of every kind', async () => {
  const { series = [] } = await open({ instanceTypes: ['EC2', 'DynamoDB', 'Lambda', 'Shop/Checkout'] }).test(never)
  expect(new Set(series.map(({ series: { metric } }) => metric.split('.')[0]))).toEqual(
    new Set(['EC2', 'DynamoDB', 'Lambda', 'Shop/Checkout']),
  )
  for (const { times } of series) expect(Date.now() - times[0]!).toBeLessThan(10 * MINUTE_MS + 1000)
})

test('finds a log group by its ARN too, as it is copied from the console', async () => {
  const arn = 'arn:aws:logs:eu-central-1:123456789012:log-group:shop:*'
  const { lines = [] } = await open({ dataType: 'Log', logGroups: [arn] }).test(never)
  expect(new Set(lines.map(({ service }) => service))).toEqual(new Set(['shop']))
})

test('says which log group does not exist', async () => {
  await expect(collect(open({ dataType: 'Log', logGroups: ['gone'] }))).rejects.toMatchObject({ fault: 'notFound' })
})

test('does not take one result that failed within CloudWatch for no data', async () => {
  const collector = open()
  await collect(collector)
  const result = { Id: 'm0', Timestamps: [], Values: [], StatusCode: 'InternalError' }
  server.failNext({ status: 200, body: JSON.stringify({ MetricDataResults: [result] }) })
  await expect(collect(collector)).rejects.toMatchObject({ fault: 'providerFailed' })
  server.failNext(amazonError(403, 'AccessDenied', 'no'))
  await expect(collect(collector)).rejects.toMatchObject({ fault: 'permission' })
})
