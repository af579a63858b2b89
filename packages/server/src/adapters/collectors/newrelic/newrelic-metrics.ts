import type { Clock } from '../../../ports/clock.ts'
import { type Choice, type Collector, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import { findChoices, toChoices } from '../find-choices.ts'
import { asText, isTextArray } from '../json-fields.ts'
import { readInParts } from '../read-in-parts.ts'
import { newestSamples, splitBatches, withNotes } from '../split-batches.ts'
import type { AskNrql } from './nerdgraph-client.ts'
import type { NewRelicOptions } from './newrelic-options.ts'
import { quoteName, quoteText, selectionOf, withoutTime } from './nrql-clauses.ts'
import { readTimeseries } from './read-timeseries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Of a query: it should stay below what New Relic takes. */
const MAX_METRICS_PER_QUERY = 10
const MAX_DEFAULT_METRICS = 1000
/** What `uniques` gives at most. */
const MAX_UNIQUES = 10_000
const LISTED_FOR_MS = 10 * MINUTE_MS

interface NamedQuery {
  readonly nrql: string
  /** Tells its series from those of a query before it that selects the same. */
  readonly label: string | undefined
}

interface QueryList {
  readonly queries: readonly NamedQuery[]
  /** Why they are not collected. */
  readonly refusal?: string
}

interface MetricNames {
  readonly names: readonly string[]
  readonly total: number
}

/** Queries as time series; with neither queries nor metrics chosen, all metrics of the last hour. */
export function createNewRelicMetrics(options: NewRelicOptions, ask: AskNrql, clock: Clock): Collector {
  // Integrations with clouds ask every 5 minutes. `TIMESERIES` has 366 intervals at most; how long data is kept depends on the account.
  const traits = { lateMs: 10 * MINUTE_MS, maxWindowSteps: 360 }
  let listed: (MetricNames & { readonly at: number }) | undefined

  async function listNames(search: string, signal: AbortSignal): Promise<MetricNames> {
    const where = search === '' ? '' : ` WHERE lower(metricName) LIKE ${quoteText(`%${search.toLowerCase()}%`)}`
    const selected = `uniques(metricName, ${MAX_UNIQUES}), uniqueCount(metricName)`
    const now = clock.now()
    const { results } = await ask(`SELECT ${selected} FROM Metric${where} SINCE ${now - HOUR_MS} UNTIL ${now}`, signal)
    const names = results[0]?.['uniques.metricName']
    const count = results[0]?.['uniqueCount.metricName']
    if (!isTextArray(names))
      throw new CollectorError('badAnswer', { providerText: 'The answer has no list of metrics.' })
    return { names, total: Math.max(names.length, typeof count === 'number' ? count : 0) }
  }

  async function listDefaults(signal: AbortSignal): Promise<MetricNames> {
    const now = clock.now()
    if (listed === undefined || now - listed.at >= LISTED_FOR_MS) listed = { at: now, ...(await listNames('', signal)) }
    return listed
  }

  async function listQueries(signal: AbortSignal): Promise<QueryList> {
    const isChosen = options.nrql.length > 0 || (options.metrics ?? []).length > 0
    const { names, total } = isChosen ? { names: options.metrics ?? [], total: 0 } : await listDefaults(signal)
    const queries = nameQueries([...new Set([...options.nrql, ...selectMetrics(names)])])
    return { queries, ...(total > MAX_DEFAULT_METRICS && { refusal: tooMany(total) }) }
  }

  async function read({ nrql, label }: NamedQuery, window: CollectWindow, signal: AbortSignal) {
    const { from, to, stepMs } = window
    const span = `TIMESERIES ${Math.round(stepMs / 1000)} seconds SINCE ${from} UNTIL ${to}`
    return readTimeseries(await ask(`${withoutTime(nrql)} ${span} LIMIT MAX`, signal), window, label)
  }

  return {
    traits,

    async test(signal) {
      const to = Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS
      const { queries, refusal } = await listQueries(signal)
      if (queries.length === 0) return {}
      const { series, notes } = await read(queries[0]!, { from: to - 15 * MINUTE_MS, to, stepMs: MINUTE_MS }, signal)
      return withNotes({ series: newestSamples(series, 20) }, [...(refusal ? [refusal] : []), ...notes])
    },

    async choices(search, signal) {
      const wanted = search.trim()
      const { names, total } = await listNames(wanted, signal)
      const metrics = findChoices('metrics', toChoices(names), wanted)
      const now = clock.now()
      const { results } = await ask(`SHOW EVENT TYPES SINCE ${now - DAY_MS} UNTIL ${now}`, signal)
      const types = results.flatMap((row) => asText(row.eventType) ?? [])
      const counts = types.map((label): Choice => ({ id: `SELECT count(*) FROM ${quoteName(label)}`, label }))
      return [{ ...metrics, total }, findChoices('nrql', counts, wanted)]
    },

    async estimate(stepMs, signal) {
      const { length } = (await listQueries(signal)).queries
      // Queries have no price of their own: https://docs.newrelic.com/docs/accounts/accounts-billing/new-relic-one-pricing-billing/
      return {
        callsPerDay: Math.ceil((DAY_MS / stepMs) * length),
        callsPerBackfilledDay: Math.ceil(DAY_MS / (traits.maxWindowSteps * stepMs)) * length,
      }
    },

    async *collect(window, _cursor, signal) {
      const { queries, refusal } = await listQueries(signal)
      if (refusal !== undefined) throw new CollectorError('tooMuch', { providerText: refusal })
      for (const query of queries) {
        for await (const { series, notes } of readInParts(window, (part) => read(query, part, signal)))
          yield* splitBatches(series, notes)
      }
    },

    async close() {},
  }
}

function tooMany(count: number): string {
  return `There are ${count} metrics: choose some of them, at most ${MAX_DEFAULT_METRICS}.`
}

/** The first query of a selection names its series as New Relic does; a later one adds itself as a label. */
function nameQueries(queries: readonly string[]): NamedQuery[] {
  const seen = new Set<string>()
  return queries.map((nrql) => {
    const selection = selectionOf(nrql)
    const label = seen.has(selection) ? nrql : undefined
    seen.add(selection)
    return { nrql, label }
  })
}

function selectMetrics(metrics: readonly string[]): string[] {
  const queries: string[] = []
  for (let at = 0; at < metrics.length; at += MAX_METRICS_PER_QUERY) {
    const names = metrics.slice(at, at + MAX_METRICS_PER_QUERY)
    const selected = names.map((name) => `average(${quoteName(name)}) AS ${quoteText(name)}`).join(', ')
    queries.push(
      `SELECT ${selected} FROM Metric WHERE metricName IN (${names.map(quoteText).join(', ')}) FACET entity.name`,
    )
  }
  return queries
}
