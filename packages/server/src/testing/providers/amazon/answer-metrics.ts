import { type PageMode, pageThrough } from '../page-through.ts'
import { AmazonFault } from './amazon-fault.ts'
import { type AmazonMetric, sameMetric, statisticAt } from './metric-data.ts'
import { requireFields } from './require-fields.ts'

export interface MetricState {
  readonly metrics: readonly AmazonMetric[]
  readonly pageSize: number | undefined
  readonly pageMode: PageMode
  /** A value that is no number in the place of a sample. */
  readonly spoilt: { readonly metric: AmazonMetric; readonly time: number } | undefined
  /** What GetMetricData says beside its results. */
  readonly messages: readonly { readonly Code: string; readonly Value: string }[]
}

const LISTED_A_PAGE = 500
const POINTS_A_PAGE = 100_800
const MAX_QUERIES = 500

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
export function listMetrics(request: Record<string, unknown>, state: MetricState): unknown {
  requireFields(request, [], ['Namespace', 'MetricName', 'Dimensions', 'NextToken', 'RecentlyActive'])
  if (request.RecentlyActive !== undefined && request.RecentlyActive !== 'PT3H')
    throw new AmazonFault(400, 'InvalidParameterValue', 'RecentlyActive must be PT3H')
  const matching = state.metrics.filter(
    ({ Namespace, MetricName }) =>
      (request.Namespace === undefined || request.Namespace === Namespace) &&
      (request.MetricName === undefined || request.MetricName === MetricName),
  )
  const { items, nextToken } = pageThrough(matching, {
    token: request.NextToken as string | undefined,
    size: state.pageSize ?? LISTED_A_PAGE,
    mode: state.pageMode,
  })
  return { Metrics: items, OwningAccounts: [], ...(nextToken !== undefined && { NextToken: nextToken }) }
}

interface MetricDataQuery {
  readonly Id: string
  readonly MetricStat: { readonly Metric: AmazonMetric; readonly Period: number; readonly Stat: string }
}

interface Point {
  readonly query: MetricDataQuery
  readonly time: number
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
export function getMetricData(request: Record<string, unknown>, state: MetricState): unknown {
  requireFields(request, ['MetricDataQueries', 'StartTime', 'EndTime'], ['NextToken', 'ScanBy', 'MaxDatapoints'])
  const queries = request.MetricDataQueries as MetricDataQuery[]
  const [from, to] = [Number(request.StartTime) * 1000, Number(request.EndTime) * 1000]
  if (queries.length > MAX_QUERIES)
    throw new AmazonFault(400, 'ValidationError', `The maximum number of queries in a request is ${MAX_QUERIES}.`)
  if (to <= from) throw new AmazonFault(400, 'ValidationError', 'The parameter StartTime must be less than EndTime.')
  for (const { Id, MetricStat } of queries) requireQuery(Id, MetricStat.Period)
  const points = queries.flatMap((query) => pointsOf(query, from, to, state))
  if (request.ScanBy !== 'TimestampAscending') points.sort((a, b) => b.time - a.time)
  const size = Math.min(state.pageSize ?? POINTS_A_PAGE, Number(request.MaxDatapoints ?? POINTS_A_PAGE))
  const token = request.NextToken as string | undefined
  const { items, nextToken } = pageThrough(points, { token, size, mode: state.pageMode })
  return {
    MetricDataResults: queries.map(({ Id, MetricStat }) => {
      const own = items.filter((point) => point.query.Id === Id)
      return {
        Id,
        Label: MetricStat.Metric.MetricName,
        Timestamps: own.map(({ time }) => time / 1000),
        Values: own.map((point) => pointValue(point, state)),
        StatusCode: nextToken === undefined ? 'Complete' : 'PartialData',
      }
    }),
    Messages: state.messages,
    ...(nextToken !== undefined && { NextToken: nextToken }),
  }
}

function requireQuery(id: string, period: number): void {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(id))
    throw new AmazonFault(400, 'ValidationError', `The value ${id} for parameter MetricDataQueries.Id is not matching.`)
  if (period < 60 || period % 60 !== 0)
    throw new AmazonFault(400, 'ValidationError', 'Period must be a multiple of 60 seconds for this metric.')
}

function pointsOf(query: MetricDataQuery, from: number, to: number, { metrics }: MetricState): Point[] {
  const { Metric, Period } = query.MetricStat
  if (!metrics.some((metric) => sameMetric(metric, Metric))) return []
  const periodMs = Period * 1000
  const points: Point[] = []
  for (let time = Math.ceil(from / periodMs) * periodMs; time < to; time += periodMs) points.push({ query, time })
  return points
}

function pointValue({ query, time }: Point, { spoilt }: MetricState): unknown {
  const { Metric, Period, Stat } = query.MetricStat
  if (spoilt && time === spoilt.time && sameMetric(spoilt.metric, Metric)) return 'none'
  return statisticAt(Metric, time, Period * 1000, Stat)
}
