import type { Clock } from '../../../ports/clock.ts'
import {
  type Choice,
  type Choices,
  type CollectEstimate,
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectWindow,
} from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import { findChoices } from '../find-choices.ts'
import { asArray, asObject, asText, isTextArray } from '../json-fields.ts'
import { newestSamples, splitBatches } from '../split-batches.ts'
import { addRollup, metricsOf } from './add-rollup.ts'
import type { DatadogClient } from './datadog-client.ts'
import type { DatadogOptions } from './datadog-options.ts'
import { type QueriedSeries, readQueryAnswer } from './read-query-answer.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Queries of one request: its address should stay below what proxies take, and one answer in memory. */
const maxQueriesPerCall = 10
const maxQueryLength = 4000
/** A line of a chart has 1,500 points at most: https://docs.datadoghq.com/dashboards/functions/rollup/ */
const maxPointsPerQuery = 1500
const maxDefaultMetrics = 1000
const activeForMs = 60 * minuteMs
const listedForMs = 10 * minuteMs

/** Metric queries, ten of them a call; with neither queries nor metrics chosen, all metrics that are active. */
export function createDatadogMetrics(options: DatadogOptions, client: DatadogClient, clock: Clock): Collector {
  let listed: { readonly at: number; readonly metrics: readonly string[] } | undefined

  async function listMetrics(signal: AbortSignal): Promise<readonly string[]> {
    const now = clock.now()
    if (listed !== undefined && now - listed.at < listedForMs) return listed.metrics
    const json = await client.listActiveMetrics(Math.floor((now - activeForMs) / 1000), signal)
    const metrics = asObject(json)?.metrics
    if (!isTextArray(metrics))
      throw new CollectorError('badAnswer', { providerText: 'The answer has no list of metrics.' })
    listed = { at: now, metrics }
    return metrics
  }

  async function listQueries(signal: AbortSignal): Promise<string[]> {
    let metrics = options.metrics ?? []
    if (options.query.length === 0 && metrics.length === 0) {
      metrics = await listMetrics(signal)
      if (metrics.length > maxDefaultMetrics)
        throw new CollectorError('tooMuch', {
          providerText: `${metrics.length} metrics are active: choose some of them, at most ${maxDefaultMetrics}.`,
        })
    }
    const hosts = options.hosts ?? []
    const scope = hosts.length === 0 ? '*' : hosts.map((host) => `host:${host}`).join(' OR ')
    return [...new Set([...options.query, ...metrics.map((metric) => `avg:${metric}{${scope}} by {host}`)])]
  }

  async function ask(queries: readonly NamedQuery[], window: CollectWindow, signal: AbortSignal) {
    const text = queries.map(({ query }) => addRollup(query, window.stepMs)).join(',')
    const json = await client.queryMetrics(Math.floor(window.from / 1000), Math.ceil(window.to / 1000), text, signal)
    const { series, notes } = readQueryAnswer(json, window)
    const named = series.map(
      (found): CollectedSeries => ({
        series: nameSeries(found, queries[found.queryIndex]?.label),
        times: found.times,
        values: found.values,
      }),
    )
    return { series: named, notes }
  }

  return {
    // What Datadog itself fetches from a cloud is up to 20 minutes late: https://docs.datadoghq.com/integrations/guide/cloud-metric-delay/
    // Samples are kept for 15 months.
    traits: { lateMs: 20 * minuteMs, maxWindowSteps: 1000, keepsDays: 455 },

    async test(signal) {
      const to = Math.ceil(clock.now() / minuteMs) * minuteMs
      const window = { from: to - 15 * minuteMs, to, stepMs: minuteMs }
      const [first] = groupQueries(await listQueries(signal), window)
      if (first === undefined) return {}
      const { series, notes } = await ask(first, window, signal)
      return { series: newestSamples(series, 20), ...(notes.length > 0 && { notes }) }
    },

    async choices(search, signal) {
      const metrics = (await listMetrics(signal)).map((id): Choice => ({ id }))
      const hosts = await listHosts(client, search, signal)
      return [findChoices('metrics', metrics, search), ...(hosts ? [hosts] : [])]
    },

    async estimate(stepMs, signal): Promise<CollectEstimate> {
      const queries = await listQueries(signal)
      const { maxWindowSteps, lateMs } = this.traits
      const calls = (spanMs: number) => groupQueries(queries, { from: 0, to: spanMs, stepMs }).length
      const windowMs = maxWindowSteps * stepMs
      // Reading is not charged: https://www.datadoghq.com/pricing/ has no price of API calls, only limits of them.
      return {
        callsPerDay: Math.ceil((dayMs / stepMs) * calls(stepMs + lateMs)),
        callsPerBackfilledDay: Math.ceil((dayMs / windowMs) * calls(windowMs)),
      }
    },

    async *collect(window, _cursor, signal) {
      for (const queries of groupQueries(await listQueries(signal), window)) {
        const { series, notes } = await ask(queries, window, signal)
        yield* splitBatches(series, notes)
        signal.throwIfAborted()
      }
    },

    async close() {},
  }
}

interface NamedQuery {
  readonly query: string
  /** Tells its series from those of a query before it with the same metrics. */
  readonly label: string | undefined
}

function groupQueries(queries: readonly string[], { from, to, stepMs }: CollectWindow): NamedQuery[][] {
  const points = Math.max(1, (to - from) / stepMs)
  const perCall = Math.min(maxQueriesPerCall, Math.max(1, Math.floor(maxPointsPerQuery / points)))
  const groups: NamedQuery[][] = []
  const seen = new Set<string>()
  let length = Number.POSITIVE_INFINITY
  for (const query of queries) {
    const metrics = metricsOf(query).join(' ')
    const named = { query, label: seen.has(metrics) ? query : undefined }
    seen.add(metrics)
    if (length + query.length > maxQueryLength || groups.at(-1)!.length >= perCall) {
      groups.push([])
      length = 0
    }
    groups.at(-1)!.push(named)
    length += query.length
  }
  return groups
}

/** The host is the instance, or else what the query groups by first. */
function nameSeries({ metric, tags, unit }: QueriedSeries, query: string | undefined): LiveSeries {
  const all = Object.fromEntries(tags.map(splitTag))
  const { host, service, ...others } = all
  const [first] = host === undefined ? Object.keys(others) : []
  const { [first ?? '']: grouped, ...rest } = others
  const labels = { ...rest, ...(query !== undefined && { query }) }
  const parts = { metric, instance: host ?? grouped, service, labels, unit, type: 'gauge' as const }
  return { ...toLiveSeries(parts), ...(tags.length > 0 && { labels: { ...all, ...labels } }) }
}

function splitTag(tag: string): [string, string] {
  const colon = tag.indexOf(':')
  return colon < 0 ? [tag, ''] : [tag.slice(0, colon), tag.slice(colon + 1)]
}

/** None where the key may not list hosts: metrics can be chosen all the same. */
async function listHosts(client: DatadogClient, search: string, signal: AbortSignal): Promise<Choices | undefined> {
  let json: unknown
  try {
    json = await client.listHosts(search.trim(), 1000, signal)
  } catch (error) {
    if (error instanceof CollectorError && error.fault === 'permission') return undefined
    throw error
  }
  const answer = asObject(json)
  const listed = asArray(answer?.host_list)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no list of hosts.' })
  const names = listed.flatMap((host) => asText(asObject(host)?.name) ?? [])
  const total = answer?.total_matching
  const found = findChoices(
    'hosts',
    [...new Set(names)].map((id): Choice => ({ id })),
    '',
  )
  return { ...found, total: typeof total === 'number' ? total : found.total }
}
