import { seededValue } from '../seeded-value.ts'

export interface AmazonMetric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[]
}

/** Samples come once a minute. */
const SAMPLE_MS = 60_000

export function metricOf(namespace: string, name: string, dimensions: Readonly<Record<string, string>>): AmazonMetric {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }))
  return { Namespace: namespace, MetricName: name, Dimensions }
}

/** A statistic of a metric over a period, as CloudWatch aggregates it. */
export function statisticAt(metric: AmazonMetric, time: number, periodMs: number, statistic: string): number {
  const key = JSON.stringify([metric.Namespace, metric.MetricName, metric.Dimensions])
  const values: number[] = []
  for (let at = time; at < time + periodMs; at += SAMPLE_MS) values.push(seededValue(key, at))
  const sum = values.reduce((total, value) => total + value, 0)
  if (statistic === 'Sum') return sum
  if (statistic === 'Maximum') return Math.max(...values)
  return sum / values.length
}

export const sameMetric = (a: AmazonMetric, b: AmazonMetric): boolean => keyOf(a) === keyOf(b)

function keyOf({ Namespace, MetricName, Dimensions }: AmazonMetric): string {
  const sorted = Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).sort()
  return [Namespace, MetricName, ...sorted].join('|')
}

/** Machines, a table, a function and an own metric, with the aggregates that CloudWatch keeps beside them. */
export function defaultMetrics(): AmazonMetric[] {
  const machines = ['i-0a1', 'i-0b2', 'i-0c3'].flatMap((InstanceId) =>
    ['CPUUtilization', 'NetworkIn'].map((name) => metricOf('AWS/EC2', name, { InstanceId })),
  )
  return [
    ...machines,
    metricOf('AWS/EC2', 'CPUUtilization', {}),
    metricOf('AWS/EC2', 'CPUUtilization', { InstanceType: 't3.micro' }),
    metricOf('AWS/DynamoDB', 'SuccessfulRequestLatency', { TableName: 'orders', Operation: 'GetItem' }),
    metricOf('AWS/DynamoDB', 'ConsumedReadCapacityUnits', { TableName: 'orders' }),
    metricOf('AWS/DynamoDB', 'AccountMaxReads', {}),
    metricOf('AWS/Lambda', 'Errors', { FunctionName: 'checkout' }),
    metricOf('AWS/Lambda', 'Errors', { FunctionName: 'checkout', Resource: 'checkout:live' }),
    metricOf('Shop/Checkout', 'OpenCarts', { Shop: 'north', Till: '3' }),
  ]
}
