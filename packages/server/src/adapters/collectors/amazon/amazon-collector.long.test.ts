import {
  type CollectedData,
  type CollectorHarness,
  collectorContract,
  type OpenOptions,
  type WireAnswer,
} from '../../../ports/collector.contract.ts'
import type { CollectedLine, CollectWindow } from '../../../ports/collector.ts'
import { eventsOf } from '../../../testing/providers/amazon/answer-logs.ts'
import { type AmazonMetric, metricOf, statisticAt } from '../../../testing/providers/amazon/metric-data.ts'
import {
  AMAZON_KEY,
  AMAZON_REGION,
  type AmazonServer,
  amazonError,
  startAmazonServer,
} from '../../../testing/providers/amazon-server.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { type AmazonOptions, openAmazonCollector } from './open-amazon-collector.ts'

const MINUTE_MS = 60_000
const to = Math.floor(Date.now() / MINUTE_MS - 10) * MINUTE_MS
const window: CollectWindow = { from: to - 6 * MINUTE_MS, to, stepMs: MINUTE_MS }

/** Series that are collected of the metrics that the server has at first, with their statistics. */
const collected: readonly (readonly [id: string, metric: AmazonMetric, statistic: string])[] = [
  ...['i-0a1', 'i-0b2', 'i-0c3'].flatMap((id): [string, AmazonMetric, string][] => [
    [`EC2.CPUUtilization[${id}]`, metricOf('AWS/EC2', 'CPUUtilization', { InstanceId: id }), 'Average'],
    [`EC2.NetworkIn[${id}]`, metricOf('AWS/EC2', 'NetworkIn', { InstanceId: id }), 'Sum'],
  ]),
  [
    'DynamoDB.SuccessfulRequestLatency{Operation="GetItem"}[orders]',
    metricOf('AWS/DynamoDB', 'SuccessfulRequestLatency', { TableName: 'orders', Operation: 'GetItem' }),
    'Average',
  ],
  [
    'DynamoDB.ConsumedReadCapacityUnits[orders]',
    metricOf('AWS/DynamoDB', 'ConsumedReadCapacityUnits', { TableName: 'orders' }),
    'Sum',
  ],
  ['Lambda.Errors[checkout]', metricOf('AWS/Lambda', 'Errors', { FunctionName: 'checkout' }), 'Sum'],
  [
    'Shop/Checkout.OpenCarts{Till="3"}[north]',
    metricOf('Shop/Checkout', 'OpenCarts', { Shop: 'north', Till: '3' }),
    'Average',
  ],
]

function optionsOf(server: AmazonServer, more: Partial<AmazonOptions> = {}): AmazonOptions {
  return {
    zone: AMAZON_REGION,
    accessKey: AMAZON_KEY.accessKeyId,
    secretKey: AMAZON_KEY.secretAccessKey,
    endpoint: server.url,
    dataType: 'Metric',
    stepMs: MINUTE_MS,
    instanceTypes: ['EC2', 'DynamoDB', 'Lambda', 'Shop/Checkout'],
    logGroups: ['/aws/lambda/checkout', 'shop'],
    ...more,
  }
}

function harnessOf(server: AmazonServer, more: Partial<AmazonOptions> = {}) {
  server.state.limitedKeys.push({ accessKeyId: 'AKIALIMITED', secretAccessKey: 'limited-secret' })
  const open = ({ keys, timeoutMs }: OpenOptions = {}, own: Partial<AmazonOptions> = {}) => {
    const [accessKey, secretKey] = {
      wrong: [AMAZON_KEY.accessKeyId, 'another-secret'] as const,
      limited: ['AKIALIMITED', 'limited-secret'] as const,
      right: [AMAZON_KEY.accessKeyId, AMAZON_KEY.secretAccessKey] as const,
    }[keys ?? 'right']
    return openAmazonCollector(optionsOf(server, { ...more, ...own, accessKey, secretKey }), {
      outbound: openTestOutbound({ timeoutMs }),
      clock: systemClock,
    })
  }
  return {
    server,
    open,
    window,
    secrets: [AMAZON_KEY.secretAccessKey],
    errorAnswer: (status: number, text: string): WireAnswer => amazonError(status, codeOf(status), text),
    throttled: { answer: amazonError(400, 'Throttling', 'Rate exceeded', { 'retry-after': '7' }), retryAfterMs: 7000 },
    refusals: [
      { answer: amazonError(400, 'ExpiredToken', 'The security token is expired'), fault: 'credentials' },
      { answer: amazonError(400, 'ValidationError', 'Period must be a multiple of 60'), fault: 'query' },
      {
        answer: amazonError(400, 'SignatureDoesNotMatch', 'Signature expired', {
          date: new Date(Date.now() + 3_600_000).toUTCString(),
        }),
        fault: 'clock',
      },
      { answer: amazonError(400, 'LimitExceededException', 'Too many queries'), fault: 'quota' },
    ],
    paging: {
      shrinkPages: () => void Object.assign(server.state, { pageSize: 4 }),
      serveEmptyPages: () => void Object.assign(server.state, { pageMode: 'empty' }),
      repeatPage: () => void Object.assign(server.state, { pageMode: 'repeating' }),
    },
  } satisfies Partial<CollectorHarness>
}

function codeOf(status: number): string {
  const codes: Record<number, string> = { 401: 'AccessDenied', 404: 'ResourceNotFoundException', 429: 'Throttling' }
  return codes[status] ?? (status >= 500 ? 'InternalServiceFault' : 'InvalidParameterValue')
}

collectorContract('CloudWatch', async () => {
  const server = await startAmazonServer()
  const base = harnessOf(server)
  let known = collected
  return {
    ...base,
    known: ({ from, to: end, stepMs }): CollectedData => {
      const times = Array.from({ length: (end - from) / stepMs }, (_, step) => from + step * stepMs)
      const pointsOf = (metric: AmazonMetric, statistic: string) =>
        times.map((time) => [time, statisticAt(metric, time, stepMs, statistic)] as const)
      return {
        samples: Object.fromEntries(known.map(([id, metric, statistic]) => [id, pointsOf(metric, statistic)])),
        lines: [],
      }
    },
    spoilValue: () => {
      const [series, metric] = collected[0]!
      const time = window.from + 2 * MINUTE_MS
      server.state.spoilt = { metric, time }
      return { series, time }
    },
    grow: () => {
      const more = Array.from({ length: 900 }, (_, number) => ({ InstanceId: `i-${number}` }))
      const metrics = more.map((dimensions) => metricOf('AWS/EC2', 'CPUUtilization', dimensions))
      server.state.metrics.push(...metrics)
      known = [
        ...collected,
        ...metrics.map((metric, number) => [`EC2.CPUUtilization[i-${number}]`, metric, 'Average'] as const),
      ]
    },
    vanish: () => void server.state.metrics.splice(0),
  }
})

collectorContract('CloudWatch Logs', async () => {
  const server = await startAmazonServer()
  const base = harnessOf(server, { dataType: 'Log' })
  return {
    ...base,
    known: ({ from, to: end }): CollectedData => {
      const lines = server.state.logGroups.flatMap((group) =>
        eventsOf(group, from, end - 1, server.state.eventMs).map(
          ({ timestamp, message, logStreamName }): CollectedLine => ({
            time: timestamp,
            service: group,
            instance: logStreamName,
            line: message,
            attributes: { logStream: logStreamName },
          }),
        ),
      )
      return { samples: {}, lines: lines.toSorted((a, b) => a.time - b.time) }
    },
    grow: () => void Object.assign(server.state, { eventMs: 200 }),
    vanish: () => void Object.assign(server.state, { eventMs: Number.POSITIVE_INFINITY }),
    offerChoices: (count) => {
      server.state.logGroups = Array.from({ length: count }, (_, number) => `group-${number}`)
      return { open: base.open, field: 'logGroups' }
    },
  }
})
