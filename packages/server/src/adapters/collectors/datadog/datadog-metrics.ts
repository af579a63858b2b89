import type { Clock } from '../../../ports/clock.ts'
import {
  type Choices,
  type CollectEstimate,
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectWindow,
} from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import { findChoices, toChoices } from '../find-choices.ts'
import { asArray, asObject, asText, isTextArray, type JsonObject } from '../json-fields.ts'
import { readInParts } from '../read-in-parts.ts'
import { newestSamples, splitBatches, withNotes } from '../split-batches.ts'
import { addRollup, splitQueries } from './add-rollup.ts'
import type { DatadogClient } from './datadog-client.ts'
import type { DatadogOptions } from './datadog-options.ts'
import { countCalls, type NamedQuery, nameQueries, packQueries } from './pack-queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What a query is taken to bring as long as none has been answered. */
const EXPECTED_SERIES_PER_QUERY = 500
const MAX_DEFAULT_METRICS = 1000
const ACTIVE_FOR_MS = 60 * MINUTE_MS
const LISTED_FOR_MS = 10 * MINUTE_MS
/** Among the last of it there is a sample of a metric that comes late, too. */
const NEWEST_MS = 30 * MINUTE_MS

/** One line of a chart, as Datadog would draw it. */
interface QueriedSeries {
  /** The place of its query in the request. */
  readonly queryIndex: number
  readonly metric: string
  /** `key:value` of what it is grouped by. */
  readonly tags: readonly string[]
  readonly unit?: string
  readonly times: readonly number[]
  readonly values: readonly number[]
}

/** Metric queries, ten of them a call; with neither queries nor metrics chosen, all metrics that are active. */
export function createDatadogMetrics(options: DatadogOptions, client: DatadogClient, clock: Clock): Collector {
  // What Datadog itself fetches from a cloud is up to 20 minutes late: https://docs.datadoghq.com/integrations/guide/cloud-metric-delay/
  // A series has 1,500 points at most (https://docs.datadoghq.com/dashboards/functions/rollup/), and is kept for 15 months.
  const traits = { lateMs: 20 * MINUTE_MS, maxWindowSteps: 1000, keepsDays: 455 }
  let seriesPerQuery: number | undefined
  let listed: { readonly at: number; readonly metrics: readonly string[] } | undefined

  async function listMetrics(signal: AbortSignal): Promise<readonly string[]> {
    const now = clock.now()
    if (listed !== undefined && now - listed.at < LISTED_FOR_MS) return listed.metrics
    const json = await client.listActiveMetrics(Math.floor((now - ACTIVE_FOR_MS) / 1000), signal)
    const metrics = asObject(json)?.metrics
    if (!isTextArray(metrics))
      throw new CollectorError('badAnswer', { providerText: 'The answer has no list of metrics.' })
    listed = { at: now, metrics }
    return metrics
  }

  async function listQueries(signal: AbortSignal): Promise<QueryList> {
    const isChosen = options.query.length > 0 || (options.metrics ?? []).length > 0
    const metrics = isChosen ? (options.metrics ?? []) : await listMetrics(signal)
    const hosts = options.hosts ?? []
    const scope = hosts.length === 0 ? '*' : hosts.map((host) => `host:${host}`).join(' OR ')
    const ofMetrics = metrics.map((metric) => `avg:${metric}{${scope}} by {host}`)
    const queries = nameQueries([...new Set([...options.query.flatMap(splitQueries), ...ofMetrics])])
    return { queries, ...(!isChosen && metrics.length > MAX_DEFAULT_METRICS && { refusal: tooMany(metrics.length) }) }
  }

  const sizeOf = ({ from, to, stepMs }: CollectWindow) => ({
    steps: (to - from) / stepMs,
    seriesPerQuery: seriesPerQuery ?? EXPECTED_SERIES_PER_QUERY,
  })

  async function ask(queries: readonly NamedQuery[], window: CollectWindow, signal: AbortSignal) {
    const text = queries.map(({ query }) => addRollup(query, window.stepMs)).join(',')
    const json = await client.queryMetrics(Math.floor(window.from / 1000), Math.ceil(window.to / 1000), text, signal)
    const { series, notes } = readQueryAnswer(json, window)
    seriesPerQuery = Math.max(seriesPerQuery ?? 1, Math.ceil(series.length / queries.length))
    const named = series.map(
      (found): CollectedSeries => ({
        series: toDatadogSeries(found, queries[found.queryIndex]?.label),
        times: found.times,
        values: found.values,
      }),
    )
    return { series: named, notes }
  }

  /** The last samples of as many queries as one request takes. */
  async function askNewest(queries: readonly NamedQuery[], signal: AbortSignal) {
    if (queries.length === 0) return { series: [], notes: [], isAll: true }
    const to = Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS
    const window = { from: to - NEWEST_MS, to, stepMs: MINUTE_MS }
    const packed = packQueries(queries, sizeOf(window))
    return { ...(await ask(packed, window, signal)), isAll: packed.length === queries.length }
  }

  return {
    traits,

    async test(signal) {
      const { queries, refusal } = await listQueries(signal)
      const { series, notes } = await askNewest(queries, signal)
      return withNotes({ series: newestSamples(series, 20) }, [...(refusal ? [refusal] : []), ...notes])
    },

    async choices(search, signal) {
      const metrics = await ifPermitted(listMetrics(signal))
      const hosts = await ifPermitted(listHosts(client, search, signal))
      const ofMetrics = metrics && findChoices('metrics', toChoices(metrics), search)
      return [...(ofMetrics ? [ofMetrics] : []), ...(hosts ? [hosts] : [])]
    },

    async estimate(stepMs, signal): Promise<CollectEstimate> {
      const { queries } = await listQueries(signal)
      const { series, isAll } = await askNewest(queries, signal)
      const calls = (steps: number) => countCalls(queries, sizeOf({ from: 0, to: steps, stepMs: 1 }))
      const stepsPerDay = DAY_MS / stepMs
      // Reading is not charged: https://www.datadoghq.com/pricing/ has no price of API calls, only limits of them.
      return {
        ...(isAll && { seriesCount: series.length }),
        callsPerDay: Math.ceil(stepsPerDay * calls(1 + traits.lateMs / stepMs)),
        callsPerBackfilledDay: Math.ceil((stepsPerDay / traits.maxWindowSteps) * calls(traits.maxWindowSteps)),
      }
    },

    async *collect(window, _cursor, signal) {
      const { queries: all, refusal } = await listQueries(signal)
      if (refusal !== undefined) throw new CollectorError('tooMuch', { providerText: refusal })
      let rest = all
      while (rest.length > 0) {
        const queries = packQueries(rest, sizeOf(window))
        for await (const { series, notes } of readInParts(window, (part) => ask(queries, part, signal)))
          yield* splitBatches(series, notes)
        rest = rest.slice(queries.length)
      }
    },

    async close() {},
  }
}

/** The host is the instance, or else what the query groups by first; `query` tells series of one metric apart. */
export function toDatadogSeries({ metric, tags, unit }: QueriedSeries, query: string | undefined): LiveSeries {
  const all = Object.fromEntries(tags.map(splitTag))
  const { host, service, ...others } = all
  const [first = ''] = host === undefined ? Object.keys(others) : []
  const { [first]: grouped, ...rest } = others
  const labels = { ...rest, ...(query !== undefined && { query }) }
  const series = toLiveSeries({ metric, instance: host ?? grouped, service, labels, unit, type: 'gauge' })
  return tags.length === 0 ? series : { ...series, labels: { ...all, ...labels } }
}

function splitTag(tag: string): [string, string] {
  const colon = tag.indexOf(':')
  return colon < 0 ? [tag, ''] : [tag.slice(0, colon), tag.slice(colon + 1)]
}

interface QueryList {
  readonly queries: readonly NamedQuery[]
  /** Why they are not collected. */
  readonly refusal?: string
}

function tooMany(count: number): string {
  return `${count} metrics are active: choose some of them, at most ${MAX_DEFAULT_METRICS}.`
}

/** Undefined where the key may not list it: what the settings name can be collected all the same. */
async function ifPermitted<T>(listing: Promise<T>): Promise<T | undefined> {
  try {
    return await listing
  } catch (error) {
    if (error instanceof CollectorError && error.fault === 'permission') return undefined
    throw error
  }
}

async function listHosts(client: DatadogClient, search: string, signal: AbortSignal): Promise<Choices> {
  const answer = asObject(await client.listHosts(search.trim(), 1000, signal))
  const listed = asArray(answer?.host_list)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no list of hosts.' })
  const names = listed.flatMap((host) => asText(asObject(host)?.name) ?? [])
  const total = answer?.total_matching
  const found = findChoices('hosts', toChoices([...new Set(names)]), '')
  return { ...found, total: typeof total === 'number' ? total : found.total }
}

interface QueryAnswer {
  readonly series: readonly QueriedSeries[]
  readonly notes: readonly string[]
}

/**
 * `GET /api/v1/query`, its points from `from` up to `to`. Times without a value are gaps; a value that is no number is left
 * out with a note.
 */
export function readQueryAnswer(json: unknown, { from, to }: { from: number; to: number }): QueryAnswer {
  const answer = asObject(json)
  const error = asText(answer?.error)
  if (error !== undefined) throw new CollectorError('query', { providerText: error })
  const listed = asArray(answer?.series)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no series.' })
  const notes: string[] = []
  const series: QueriedSeries[] = []
  for (const item of listed) {
    const found = asObject(item)
    const metric = asText(found?.metric)
    const points = asArray(found?.pointlist)
    if (found === undefined || metric === undefined || points === undefined) {
      notes.push('A series without a metric or points was left out.')
      continue
    }
    const { times, values, dropped } = readPoints(points, from, to)
    if (dropped > 0) notes.push(`${metric}: ${dropped} of ${points.length} points are not numbers and were left out.`)
    if (times.length === 0) continue
    const unit = readUnit(found.unit)
    series.push({
      queryIndex: typeof found.query_index === 'number' ? found.query_index : 0,
      metric,
      tags: isTextArray(found.tag_set) ? found.tag_set : [],
      ...(unit && { unit }),
      times,
      values,
    })
  }
  return { series, notes }
}

function readPoints(points: readonly unknown[], from: number, to: number) {
  const times: number[] = []
  const values: number[] = []
  let dropped = 0
  for (const point of points) {
    const [time, value] = asArray(point) ?? []
    if (value === null) continue
    if (typeof time !== 'number' || typeof value !== 'number') dropped++
    else if (time >= from && time < to) {
      times.push(time)
      values.push(value)
    }
  }
  return { times, values, dropped }
}

/** Two of them: of what is measured, and per what. */
function readUnit(unit: unknown): string | undefined {
  const [unitName, per] = (asArray(unit) ?? []).map((part) => nameOf(asObject(part)))
  if (unitName === undefined) return per && `1/${per}`
  return per === undefined ? unitName : `${unitName}/${per}`
}

function nameOf(unit: JsonObject | undefined): string | undefined {
  return asText(unit?.short_name) ?? asText(unit?.name)
}
