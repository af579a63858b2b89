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
import { seriesFault } from '../../../protocols/live-series.ts'
import { findChoices } from '../find-choices.ts'
import { followPages } from '../follow-pages.ts'
import { asArray, asObject, asText, type JsonObject } from '../json-fields.ts'
import { newestSamples, splitBatches } from '../split-batches.ts'
import type { GoogleSession } from './google-session.ts'
import {
  CATALOGUE_MS,
  createDescriptorCatalogue,
  isOfResource,
  listDescriptors,
  type MetricDescriptor,
} from './metric-descriptors.ts'
import { type GoogleProjectType, projectTypeOf } from './project-types.ts'
import { toGoogleSeries } from './to-google-series.ts'

const MIN_PERIOD_MS = 60_000
const DAY_MS = 86_400_000
/** Points: a page stays below a few megabytes. */
const PAGE_SIZE = 20_000
const TESTED = { series: 20, metrics: 20, spanMs: 3_600_000 }
/** Looked at by an estimate, which itself pays for the series that it finds. */
const COUNTED = { metrics: 200, atOnce: 10, spanMs: 600_000 }
const MAX_LISTED_PAGES = 100
/** US dollars for a time series of an answer, after the first million a month: https://cloud.google.com/stackdriver/pricing, since 2 October 2025. */
const SERIES_PRICE = 0.5 / 1_000_000

/** What has each id: Cloud Monitoring has more labels than a name, such as the zone. */
type SeriesNames = Map<string, string>

export interface GoogleMetricsOptions {
  /** `https://monitoring.googleapis.com/v3/projects/<id>`. */
  readonly base: string
  /** Empty for metrics of all resources. */
  readonly projectType: string
  /** Metric types; all of the project type where there are none. */
  readonly metrics: readonly string[] | undefined
}

export function openGoogleMetrics(
  session: GoogleSession,
  { base, projectType, metrics }: GoogleMetricsOptions,
  clock: Clock,
): Collector {
  const type = projectTypeOf(projectType)
  const catalogue = createDescriptorCatalogue(session, { base, type, metrics }, clock)
  const source = { session, base, type }

  async function* collect(window: CollectWindow, signal: AbortSignal): AsyncGenerator<CollectedBatch> {
    for (const descriptor of await catalogue.list(signal)) {
      const names: SeriesNames = new Map()
      for await (const page of listTimeSeries(source, descriptor, window, 'FULL', signal)) {
        const { series, notes } = readTimeSeries(page, { descriptor, names }, window)
        for (const batch of splitBatches(series, notes)) {
          yield batch
          signal.throwIfAborted()
        }
      }
    }
  }

  return {
    // Samples of virtual machines are seen after up to four minutes, of some services later.
    traits: { lateMs: 10 * 60_000, maxWindowSteps: 1440, keepsDays: 42 },
    async test(signal) {
      const to = Math.floor(clock.now() / MIN_PERIOD_MS) * MIN_PERIOD_MS
      const window = { from: to - TESTED.spanMs, to, stepMs: MIN_PERIOD_MS }
      const found: CollectedSeries[] = []
      for (const descriptor of (await catalogue.list(signal)).slice(0, TESTED.metrics)) {
        for await (const page of listTimeSeries(source, descriptor, window, 'FULL', signal)) {
          found.push(...readTimeSeries(page, { descriptor, names: new Map() }, window).series)
          break
        }
        if (found.length >= TESTED.series) break
      }
      return { series: newestSamples(found, TESTED.series) }
    },
    choices: (search, signal) => chooseMetrics(session, base, type, search, signal),
    async estimate(stepMs, signal) {
      const descriptors = await catalogue.list(signal)
      const seriesCount = await countSeries(source, descriptors, clock.now(), signal)
      return estimateCalls(descriptors.length, seriesCount, stepMs)
    },
    collect: (window, _cursor, signal) => collect(window, signal),
    close: async () => {},
  }
}

interface TimeSeriesSource {
  readonly session: GoogleSession
  readonly base: string
  readonly type: GoogleProjectType
}

/** https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.timeSeries/list; nothing for a metric that is no longer there. */
async function* listTimeSeries(
  { session, base, type }: TimeSeriesSource,
  descriptor: MetricDescriptor,
  { from, to, stepMs }: CollectWindow,
  view: 'FULL' | 'HEADERS',
  signal: AbortSignal,
): AsyncGenerator<JsonObject> {
  const ofResource = type.id === '' ? [] : [`resource.type = ${JSON.stringify(type.id)}`]
  const query = {
    filter: [`metric.type = ${JSON.stringify(descriptor.type)}`, ...ofResource].join(' AND '),
    'interval.startTime': new Date(from).toISOString(),
    'interval.endTime': new Date(to).toISOString(),
    'aggregation.alignmentPeriod': `${stepMs / 1000}s`,
    'aggregation.perSeriesAligner': descriptor.aligner,
    view,
    pageSize: String(PAGE_SIZE),
  }
  try {
    yield* followPages(async (pageToken) => {
      const parameters = new URLSearchParams({ ...query, ...(pageToken !== undefined && { pageToken }) })
      const page = await session.ask({ url: `${base}/timeSeries?${parameters}` }, signal)
      return { items: page, isEmpty: (asArray(page.timeSeries) ?? []).length === 0, cursor: asText(page.nextPageToken) }
    })
  } catch (error) {
    if (!(error instanceof CollectorError && error.fault === 'notFound')) throw error
  }
}

/** Undefined where there are too many metrics to look at each. */
async function countSeries(
  source: TimeSeriesSource,
  descriptors: readonly MetricDescriptor[],
  now: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (descriptors.length > COUNTED.metrics) return undefined
  const to = Math.floor(now / MIN_PERIOD_MS) * MIN_PERIOD_MS
  const window = { from: to - COUNTED.spanMs, to, stepMs: MIN_PERIOD_MS }
  const countOne = async (descriptor: MetricDescriptor) => {
    let count = 0
    for await (const page of listTimeSeries(source, descriptor, window, 'HEADERS', signal))
      count += asArray(page.timeSeries)?.length ?? 0
    return count
  }
  let total = 0
  for (let at = 0; at < descriptors.length; at += COUNTED.atOnce) {
    const counts = await Promise.all(descriptors.slice(at, at + COUNTED.atOnce).map(countOne))
    total += counts.reduce((sum, count) => sum + count, 0)
  }
  return total
}

function estimateCalls(metricCount: number, seriesCount: number | undefined, stepMs: number): CollectEstimate {
  const rounds = DAY_MS / stepMs
  return {
    ...(seriesCount !== undefined && { seriesCount, usdPerDay: seriesCount * rounds * SERIES_PRICE }),
    callsPerDay: Math.ceil(metricCount * rounds + Math.min(rounds, DAY_MS / CATALOGUE_MS)),
    callsPerBackfilledDay: Math.max(metricCount, 1, Math.ceil(((seriesCount ?? 0) * rounds) / PAGE_SIZE)),
  }
}

/** Resources that the project has, and the metrics of the one that was chosen. */
async function chooseMetrics(
  session: GoogleSession,
  base: string,
  type: GoogleProjectType,
  search: string,
  signal: AbortSignal,
): Promise<Choices[]> {
  const resources = new Set<string>()
  const metrics: { id: string; label: string }[] = []
  let pages = 0
  for await (const page of listDescriptors(session, base, '', signal)) {
    for (const { type: id, displayName, resourceTypes } of page) {
      for (const resource of resourceTypes) resources.add(resource)
      if (isOfResource(resourceTypes, type))
        metrics.push({ id, label: displayName === undefined ? id : `${displayName} (${id})` })
    }
    if (++pages === MAX_LISTED_PAGES) break
  }
  const kinds = [...resources].map((id) => ({ id }))
  return [findChoices('project-type', kinds, search), findChoices('metrics', metrics, search)]
}

interface TimeSeriesAnswer {
  readonly series: readonly CollectedSeries[]
  readonly notes: readonly string[]
}

/**
 * A page of `timeSeries.list`. A point covers the step before its end, so its time here is where the step starts: from `from` up to,
 * not including, `to`.
 */
export function readTimeSeries(
  page: JsonObject,
  { descriptor, names }: { descriptor: MetricDescriptor; names: SeriesNames },
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): TimeSeriesAnswer {
  const listed = page.timeSeries === undefined ? [] : asArray(page.timeSeries)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no time series.' })
  const notes: string[] = []
  const series: CollectedSeries[] = []
  for (const item of listed) {
    const found = asObject(item)
    const key = found && toGoogleSeries(found, descriptor)
    if (found === undefined || key === undefined || seriesFault(key) !== undefined) {
      notes.push(`${descriptor.type}: a time series whose name cannot be read or stored was left out.`)
      continue
    }
    const identity = JSON.stringify([found.metric, found.resource])
    if ((names.get(key.id) ?? identity) !== identity) {
      notes.push(`${key.id}: a second one of this name was left out.`)
      continue
    }
    names.set(key.id, identity)
    const read = (asArray(found.points) ?? []).map((point) => readPoint(point, stepMs))
    const rejected = read.filter((point) => point === 'rejected').length
    if (rejected > 0) notes.push(`${key.id}: values that are not numbers were left out (${rejected}).`)
    const points = read
      .filter((point) => point !== 'rejected' && point !== 'empty')
      .filter(({ time }) => time >= from && time < to)
      .sort((a, b) => a.time - b.time)
    if (points.length > 0)
      series.push({ series: key, times: points.map(({ time }) => time), values: points.map(({ value }) => value) })
  }
  return { series, notes }
}

type Point = { readonly time: number; readonly value: number } | 'rejected' | 'empty'

function readPoint(point: unknown, stepMs: number): Point {
  const { interval, value } = asObject(point) ?? {}
  const end = Date.parse(asText(asObject(interval)?.endTime) ?? '')
  const number = readValue(asObject(value))
  if (Number.isNaN(end) || number === undefined) return 'rejected'
  return number === 'empty' ? 'empty' : { time: end - stepMs, value: number }
}

/** The mean of a distribution; `empty` where nothing was measured. */
function readValue(value: JsonObject | undefined): number | 'empty' | undefined {
  const distribution = asObject(value?.distributionValue)
  if (distribution) {
    if (Number(distribution.count ?? 0) === 0) return 'empty'
    return finite(distribution.mean ?? 0)
  }
  if (typeof value?.boolValue === 'boolean') return Number(value.boolValue)
  return finite(value?.doubleValue) ?? finite(value?.int64Value === undefined ? undefined : Number(value.int64Value))
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
