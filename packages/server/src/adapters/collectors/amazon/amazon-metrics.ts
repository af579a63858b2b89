import {
  type CloudWatchClient,
  GetMetricDataCommand,
  type GetMetricDataOutput,
  type MetricDataQuery,
  type MetricDataResult,
} from '@aws-sdk/client-cloudwatch'
import type { Clock } from '../../../ports/clock.ts'
import {
  type Choices,
  type CollectEstimate,
  type CollectedBatch,
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectWindow,
} from '../../../ports/collector.ts'
import { findChoices } from '../find-choices.ts'
import { followPages } from '../follow-pages.ts'
import { splitBatches } from '../split-batches.ts'
import type { AmazonSession } from './amazon-session.ts'
import { CATALOGUE_MS, createMetricCatalogue, listPages, METRICS_PER_PAGE } from './metric-catalogue.ts'
import { AMAZON_SERVICES, serviceOf } from './services.ts'
import { type AmazonSeries, toAmazonSeries } from './to-amazon-series.ts'

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
const MAX_QUERIES = 500
const MAX_POINTS = 100_800
/** A window is fetched again as a whole where a call of it is throttled, so it should not take too many. */
const MAX_WINDOW_STEPS = 360
const DAY_MS = 86_400_000
const TESTED = { series: 20, spanMs: 3 * 3_600_000, periodMs: 300_000 }
/** Of ListMetrics, for choices: a person waits for them. */
const MAX_LISTED_PAGES = 60
/** US dollars for a metric requested or a page listed: https://aws.amazon.com/cloudwatch/pricing/ ("API requests", eu-central-1 and us-east-1). */
const CALL_PRICE = 0.01 / 1000

export interface AmazonMetricsOptions {
  readonly instanceTypes: readonly string[]
  /** The project's interval. */
  readonly stepMs: number
}

export function openAmazonMetrics(
  session: AmazonSession<CloudWatchClient>,
  { instanceTypes, stepMs: ownStepMs }: AmazonMetricsOptions,
  clock: Clock,
): Collector {
  const catalogue = createMetricCatalogue(session, instanceTypes, clock)

  async function* fetchChunk(
    chunk: readonly AmazonSeries[],
    { from, to, stepMs }: CollectWindow,
    signal: AbortSignal,
  ): AsyncGenerator<GetMetricDataOutput> {
    const MetricDataQueries = chunk.map((series, index) => toQuery(series, index, stepMs))
    yield* followPages(async (token) => {
      const command = new GetMetricDataCommand({
        MetricDataQueries,
        StartTime: new Date(from),
        EndTime: new Date(to),
        ScanBy: 'TimestampAscending',
        ...(token !== undefined && { NextToken: token }),
      })
      const page = await session.call((client, abortSignal) => client.send(command, { abortSignal }), signal)
      return { items: page, isEmpty: hasNoValues(page), cursor: page.NextToken || undefined }
    })
  }

  async function* collect(window: CollectWindow, signal: AbortSignal): AsyncGenerator<CollectedBatch> {
    const series = await catalogue.list(signal)
    const steps = Math.max(1, (window.to - window.from) / window.stepMs)
    const size = queriesPerCall(steps)
    for (let start = 0; start < series.length; start += size) {
      const chunk = series.slice(start, start + size)
      for await (const page of fetchChunk(chunk, window, signal)) {
        const { series: found, notes } = readMetricResults(page, chunk, window)
        for (const batch of splitBatches(found, notes)) {
          yield batch
          signal.throwIfAborted()
        }
      }
    }
  }

  return {
    // EC2 without detailed monitoring reports every five minutes, load balancers and API Gateway with a few minutes' delay.
    traits: { lateMs: 10 * 60_000, maxWindowSteps: MAX_WINDOW_STEPS, keepsDays: keptDays(ownStepMs) },
    async test(signal) {
      const series = spread(await catalogue.sample(TESTED.series, signal), TESTED.series)
      const to = Math.floor(clock.now() / TESTED.periodMs) * TESTED.periodMs
      const window = { from: to - TESTED.spanMs, to, stepMs: TESTED.periodMs }
      const newest = new Map<string, NonNullable<CollectedBatch['series']>[number]>()
      const notes: string[] = []
      if (series.length > 0)
        for await (const page of fetchChunk(series, window, signal)) {
          const read = readMetricResults(page, series, window)
          notes.push(...read.notes)
          for (const { series: key, times, values } of read.series)
            newest.set(key.id, { series: key, times: times.slice(-1), values: values.slice(-1) })
        }
      return { series: [...newest.values()], ...(notes.length > 0 && { notes }) }
    },
    choices: (search, signal) => chooseInstanceTypes(session, search, signal),
    estimate: async (stepMs, signal) =>
      estimateCalls((await catalogue.list(signal)).length, instanceTypes.length || AMAZON_SERVICES.length, stepMs),
    collect: (window, _cursor, signal) => collect(window, signal),
    close: async () => {},
  }
}

/** As many that their values fit into one answer. */
function queriesPerCall(steps: number): number {
  return Math.max(1, Math.min(MAX_QUERIES, Math.floor(MAX_POINTS / steps)))
}

function toQuery({ metric, statistic }: AmazonSeries, index: number, stepMs: number): MetricDataQuery {
  return { Id: queryId(index), MetricStat: { Metric: metric, Period: stepMs / 1000, Stat: statistic } }
}

function hasNoValues({ MetricDataResults = [] }: GetMetricDataOutput): boolean {
  return MetricDataResults.every(({ Values = [] }) => Values.length === 0)
}

/** From all over the list, so that every kind is there. */
function spread(series: readonly AmazonSeries[], count: number): AmazonSeries[] {
  const every = Math.max(1, series.length / count)
  return series.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every)).slice(0, count)
}

/** Days that CloudWatch keeps values of this interval: 1, 5 and 60 minutes for 15, 63 and 455 days. */
function keptDays(stepMs: number): number {
  if (stepMs < 300_000) return 15
  return stepMs < 3_600_000 ? 63 : 455
}

/** The kinds in the table and the namespaces of the account, with the series that would be collected of each, where they can be counted in time. */
async function chooseInstanceTypes(
  session: AmazonSession<CloudWatchClient>,
  search: string,
  signal: AbortSignal,
): Promise<Choices[]> {
  const counts = new Map(AMAZON_SERVICES.map(({ id }) => [id, 0]))
  let pages = 0
  let isCounted = true
  for await (const metrics of listPages(session, undefined, signal)) {
    for (const metric of metrics) {
      const service = serviceOf(metric.Namespace ?? '')
      const isCollected = toAmazonSeries(metric, service) !== undefined
      counts.set(service.id, (counts.get(service.id) ?? 0) + (isCollected ? 1 : 0))
    }
    if (++pages < MAX_LISTED_PAGES) continue
    isCounted = false
    break
  }
  const kinds = [...counts].map(([id, seriesCount]) => ({ id, ...(isCounted && { seriesCount }) }))
  return [findChoices('instanceType', kinds, search)]
}

function estimateCalls(seriesCount: number, kinds: number, stepMs: number): CollectEstimate {
  const rounds = DAY_MS / stepMs
  const steps = Math.min(rounds, MAX_WINDOW_STEPS)
  const calls = Math.ceil(seriesCount / MAX_QUERIES) * rounds
  const listed = Math.max(kinds, Math.ceil(seriesCount / METRICS_PER_PAGE)) * Math.min(rounds, DAY_MS / CATALOGUE_MS)
  return {
    seriesCount,
    callsPerDay: Math.ceil(calls + listed),
    usdPerDay: (seriesCount * rounds + listed) * CALL_PRICE,
    callsPerBackfilledDay: Math.max(1, Math.ceil(seriesCount / queriesPerCall(steps)) * Math.ceil(rounds / steps)),
  }
}

interface MetricResults {
  readonly series: readonly CollectedSeries[]
  readonly notes: readonly string[]
}

/** The samples of a page of GetMetricData, from `from` up to, not including, `to`; `queried` are the series in the order of their query ids. */
function readMetricResults(
  { MetricDataResults: results, Messages = [] }: GetMetricDataOutput,
  queried: readonly AmazonSeries[],
  { from, to }: { from: number; to: number },
): MetricResults {
  if (!Array.isArray(results)) throw badAnswer('GetMetricData has no MetricDataResults.')
  const read = results.map((result) => readResult(result, queried, from, to))
  return {
    series: read.flatMap(({ series }) => (series.times.length === 0 ? [] : [series])),
    notes: [...Messages.map(({ Code, Value }) => `${Code}: ${Value}`), ...read.flatMap(({ notes }) => notes)],
  }
}

function readResult(
  { Id, Timestamps = [], Values = [], StatusCode, Messages = [] }: MetricDataResult,
  queried: readonly AmazonSeries[],
  from: number,
  to: number,
): { series: CollectedSeries; notes: string[] } {
  const found = queried[indexOf(Id)]
  if (found === undefined) throw badAnswer('GetMetricData answers a query that was not asked.')
  if (Timestamps.length !== Values.length) throw badAnswer('GetMetricData has values without times.')
  const { id } = found.series
  if (StatusCode === 'InternalError')
    throw new CollectorError('providerFailed', { providerText: `CloudWatch could not read ${id}.` })
  if (StatusCode === 'Forbidden')
    throw new CollectorError('permission', { providerText: `CloudWatch does not allow these keys to read ${id}.` })
  const points: [number, number][] = []
  let rejected = 0
  for (const [at, value] of Values.entries()) {
    const time = Number(Timestamps[at])
    if (typeof value !== 'number' || !Number.isFinite(value) || !Number.isFinite(time)) rejected++
    else if (time >= from && time < to) points.push([time, value])
  }
  points.sort(([a], [b]) => a - b)
  return {
    series: { series: found.series, times: points.map(([time]) => time), values: points.map(([, value]) => value) },
    notes: [
      ...(rejected > 0 ? [`${id}: values that are not numbers were left out (${rejected}).`] : []),
      ...Messages.map(({ Code, Value }) => `${id}: ${Code}: ${Value}`),
    ],
  }
}

/** Ids of queries have to start with a lower-case letter. */
const queryId = (index: number): string => `m${index}`

function indexOf(id: string | undefined): number {
  return Number(id?.slice(1) || Number.NaN)
}

function badAnswer(text: string): CollectorError {
  return new CollectorError('badAnswer', { providerText: text })
}
