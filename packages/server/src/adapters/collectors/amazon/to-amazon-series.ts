import type { Metric } from '@aws-sdk/client-cloudwatch'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { seriesFault, toLiveSeries } from '../../../protocols/live-series.ts'
import type { AmazonService } from './services.ts'

/** A metric of CloudWatch, the series that it becomes, and the statistic that is taken of it. */
export interface AmazonSeries {
  readonly metric: Metric
  readonly series: LiveSeries
  readonly statistic: 'Average' | 'Sum' | 'Maximum'
}

/**
 * `EC2.CPUUtilization[i-0a1]`, with further dimensions as labels: `DynamoDB.SuccessfulRequestLatency{Operation="GetItem"}[orders]`.
 * Undefined for aggregates over several things, and for names that cannot be stored.
 */
export function toAmazonSeries(metric: Metric, service: AmazonService): AmazonSeries | undefined {
  const { MetricName: name, Dimensions = [] } = metric
  if (!name) return undefined
  const values = new Map(Dimensions.map(({ Name, Value }) => [Name ?? '', Value ?? '']))
  const dimensions = identifying(service, [...values.keys()])
  if (dimensions === undefined) return undefined
  const [instance, ...labels] = dimensions
  const series = toLiveSeries({
    metric: `${service.id}.${name}`,
    instance: instance === undefined ? '' : values.get(instance),
    labels: Object.fromEntries(labels.map((label) => [label, values.get(label) ?? ''])),
  })
  if (seriesFault(series)) return undefined
  return { metric, series, statistic: statisticOf(service, name) }
}

/** The instance first; undefined where the metric does not belong to one thing. */
function identifying({ dimensions }: AmazonService, names: readonly string[]): readonly string[] | undefined {
  if (dimensions.length === 0) return names.toSorted(byInstance)
  return dimensions.find((set) => set.length === names.length && set.every((name) => names.includes(name)))
}

/** What usually names the machine in metrics of the customer's own. */
const INSTANCE_NAMES = ['InstanceId', 'host', 'Host', 'instance', 'ServiceName']

function byInstance(a: string, b: string): number {
  const rank = (name: string) => (INSTANCE_NAMES.includes(name) ? INSTANCE_NAMES.indexOf(name) : INSTANCE_NAMES.length)
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

function statisticOf({ sums = [], maxima = [] }: AmazonService, name: string): AmazonSeries['statistic'] {
  if (sums.includes(name)) return 'Sum'
  return maxima.includes(name) ? 'Maximum' : 'Average'
}
