import { type PageMode, pageThrough } from '../page-through.ts'
import { seededValue } from '../seeded-value.ts'
import { GoogleFault, invalidArgument, requireKnown } from './google-fault.ts'

export interface GoogleMetric {
  readonly type: string
  readonly metricKind: 'GAUGE' | 'DELTA' | 'CUMULATIVE'
  readonly valueType: 'BOOL' | 'INT64' | 'DOUBLE' | 'STRING' | 'DISTRIBUTION'
  readonly unit: string
  readonly monitoredResourceTypes: readonly string[]
  readonly series: readonly GoogleSeries[]
}

export interface GoogleSeries {
  readonly metric: Readonly<Record<string, string>>
  readonly resource: { readonly type: string; readonly labels: Readonly<Record<string, string>> }
}

export interface MonitoringState {
  readonly metrics: readonly GoogleMetric[]
  readonly pageSize: number | undefined
  readonly pageMode: PageMode
  /** A value of another type than its metric has. */
  readonly spoilt: { readonly type: string; readonly series: GoogleSeries; readonly time: number } | undefined
}

const SAMPLE_MS = 60_000
const LISTED_A_PAGE = 10_000
const POINTS_A_PAGE = 100_000

/** https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.metricDescriptors/list */
export function listDescriptors(query: URLSearchParams, state: MonitoringState): unknown {
  requireKnown(query.keys(), ['filter', 'pageSize', 'pageToken', 'activeOnly'])
  const prefix = /^(?:metric\.type ?= ?starts_with\("([^"]*)"\))?$/.exec(query.get('filter') ?? '')
  if (!prefix) throw invalidArgument('Field filter had an invalid value: Could not parse filter.')
  const wanted = state.metrics.filter(({ type }) => type.startsWith(prefix[1] ?? ''))
  const { items, nextToken } = pageThrough(wanted, {
    token: query.get('pageToken') ?? undefined,
    size: state.pageSize ?? Math.min(LISTED_A_PAGE, Number(query.get('pageSize') ?? LISTED_A_PAGE)),
    mode: state.pageMode,
  })
  return {
    ...(items.length > 0 && {
      metricDescriptors: items.map(({ series: _, ...descriptor }) => ({
        name: `projects/p/metricDescriptors/${descriptor.type}`,
        ...descriptor,
      })),
    }),
    ...(nextToken !== undefined && { nextPageToken: nextToken }),
  }
}

interface AlignedPoint {
  readonly series: GoogleSeries
  /** Its end. */
  readonly time: number
}

/** https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.timeSeries/list */
export function listTimeSeries(query: URLSearchParams, state: MonitoringState): unknown {
  requireKnown(query.keys(), [
    'filter',
    'interval.startTime',
    'interval.endTime',
    'aggregation.alignmentPeriod',
    'aggregation.perSeriesAligner',
    'view',
    'pageSize',
    'pageToken',
  ])
  const metric = findMetric(query.get('filter') ?? '', state)
  const resource = /resource\.type ?= ?"([^"]+)"/.exec(query.get('filter') ?? '')?.[1]
  const aligner = query.get('aggregation.perSeriesAligner') ?? 'ALIGN_NONE'
  if (!alignersOf(metric).includes(aligner))
    throw invalidArgument(
      `Field aggregation.perSeriesAligner had an invalid value of "${aligner}": The aligner cannot be applied to metrics with kind ${metric.metricKind} and value type ${metric.valueType}.`,
    )
  const periodMs = Number(/^(\d+)s$/.exec(query.get('aggregation.alignmentPeriod') ?? '')?.[1]) * 1000
  if (!(periodMs >= SAMPLE_MS)) throw invalidArgument('The alignment period must be at least 60 seconds.')
  const [from, to] = ['interval.startTime', 'interval.endTime'].map((name) => Date.parse(query.get(name) ?? ''))
  if (!(from! <= to!)) throw invalidArgument('The start time must be before the end time (inclusive).')
  const series = metric.series.filter((one) => resource === undefined || one.resource.type === resource)
  const points =
    query.get('view') === 'HEADERS'
      ? series.map((one) => ({ series: one, time: to! }))
      : alignedPoints(series, from!, to!, periodMs)
  const { items, nextToken } = pageThrough(points, {
    token: query.get('pageToken') ?? undefined,
    size: state.pageSize ?? Math.min(POINTS_A_PAGE, Number(query.get('pageSize') ?? POINTS_A_PAGE)),
    mode: state.pageMode,
  })
  const timeSeries = series.flatMap((one) => {
    const own = items.filter((point) => point.series === one)
    if (own.length === 0) return []
    return {
      metric: { type: metric.type, labels: one.metric },
      resource: one.resource,
      metricKind: metric.metricKind === 'DELTA' ? 'DELTA' : 'GAUGE',
      valueType: metric.valueType === 'DISTRIBUTION' ? 'DISTRIBUTION' : 'DOUBLE',
      unit: metric.unit,
      ...(query.get('view') !== 'HEADERS' && {
        points: own.map(({ time }) => ({
          interval: { startTime: iso(time - periodMs), endTime: iso(time) },
          value: typedValue(metric, one, time, periodMs, state),
        })),
      }),
    }
  })
  return { ...(timeSeries.length > 0 && { timeSeries }), ...(nextToken !== undefined && { nextPageToken: nextToken }) }
}

function findMetric(filter: string, { metrics }: MonitoringState): GoogleMetric {
  const type = /metric\.type ?= ?"([^"]+)"/.exec(filter)?.[1]
  if (type === undefined)
    throw invalidArgument('Field filter had an invalid value: The filter must specify a single metric type.')
  const metric = metrics.find((candidate) => candidate.type === type)
  if (!metric) throw new GoogleFault(404, 'NOT_FOUND', `Cannot find metric(s) that match type = "${type}".`)
  return metric
}

/** The newest first, after `from` and up to, and including, `to`. */
function alignedPoints(series: readonly GoogleSeries[], from: number, to: number, periodMs: number): AlignedPoint[] {
  const points: AlignedPoint[] = []
  for (const one of series) for (let time = to; time > from; time -= periodMs) points.push({ series: one, time })
  return points
}

function alignersOf({ metricKind, valueType }: GoogleMetric): string[] {
  if (valueType === 'STRING') return []
  if (valueType === 'DISTRIBUTION') return metricKind === 'GAUGE' ? ['ALIGN_SUM'] : ['ALIGN_DELTA', 'ALIGN_SUM']
  if (metricKind !== 'GAUGE') return ['ALIGN_RATE', 'ALIGN_DELTA']
  return valueType === 'BOOL' ? ['ALIGN_FRACTION_TRUE', 'ALIGN_COUNT_TRUE'] : ['ALIGN_MEAN', 'ALIGN_MAX', 'ALIGN_MIN']
}

/** What is collected of the period that starts at `time`. */
export function googleValueAt(metric: GoogleMetric, series: GoogleSeries, time: number, periodMs: number): number {
  const key = JSON.stringify([metric.type, series])
  let sum = 0
  for (let at = time; at < time + periodMs; at += SAMPLE_MS) {
    const value = seededValue(key, at)
    sum += metric.valueType === 'BOOL' ? Number(value > 50) : value
  }
  return metric.valueType !== 'DISTRIBUTION' && metric.metricKind !== 'GAUGE'
    ? sum / (periodMs / 1000)
    : sum / (periodMs / SAMPLE_MS)
}

function typedValue(
  metric: GoogleMetric,
  series: GoogleSeries,
  end: number,
  periodMs: number,
  { spoilt }: MonitoringState,
) {
  const start = end - periodMs
  if (spoilt && spoilt.type === metric.type && spoilt.series === series && spoilt.time === start)
    return { stringValue: 'none' }
  const value = googleValueAt(metric, series, start, periodMs)
  if (metric.valueType !== 'DISTRIBUTION') return { doubleValue: value }
  return { distributionValue: { count: '10', mean: value, bucketOptions: {} } }
}

function iso(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
