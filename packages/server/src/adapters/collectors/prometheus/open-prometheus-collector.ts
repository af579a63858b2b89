import type { CollectedSeries, Collector, CollectorTraits, CollectWindow } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { parseSelector, SelectorError } from '../../../protocols/prometheus-selector.ts'
import type { HttpCredentials } from '../http/credentials.ts'
import { readInParts } from '../read-in-parts.ts'
import { splitBatches } from '../split-batches.ts'
import { listMetrics } from './list-metrics.ts'
import { createPrometheusApi, type PrometheusApi } from './prometheus-api.ts'
import { readSeries } from './read-series.ts'

export interface PrometheusOptions extends HttpCredentials {
  readonly address: string
  /** Selectors, of which all samples are taken, and expressions, which are evaluated at each step. */
  readonly query: readonly string[]
}

const TRAITS: CollectorTraits = { lateMs: 0, maxWindowSteps: 120 }
const DAY_MS = 86_400_000
const MAX_TEST_SERIES = 20

interface Expression {
  readonly text: string
  /** Its samples are taken as they are, with the times that they have, so that nothing fills a gap. */
  readonly isSelector: boolean
}

/** Whatever speaks the query API of Prometheus: Prometheus, Thanos, Mimir, VictoriaMetrics. https://prometheus.io/docs/prometheus/latest/querying/api/ */
export function openPrometheusCollector(options: PrometheusOptions, { outbound }: { outbound: Outbound }): Collector {
  const api = createPrometheusApi(options, outbound)
  const expressions = options.query.map(readExpression)
  return {
    traits: TRAITS,
    async test(signal) {
      const found: CollectedSeries[] = []
      const notes: string[] = []
      for (const { text } of expressions) {
        const { series, notes: said } = readSeries(await api.query(text, undefined, signal), EVERYTHING, text)
        found.push(...series)
        notes.push(...said)
        if (found.length >= MAX_TEST_SERIES) break
      }
      return { series: found.slice(0, MAX_TEST_SERIES), notes }
    },
    choices: (search, signal) => listMetrics(api, search, signal),
    async estimate(stepMs, signal) {
      let seriesCount = 0
      for (const { text } of expressions) seriesCount += await countSeries(api, text, signal)
      const windows = Math.ceil(DAY_MS / stepMs / TRAITS.maxWindowSteps)
      const callsPerBackfilledDay = windows * expressions.length
      return { seriesCount, callsPerDay: (DAY_MS / stepMs) * expressions.length, callsPerBackfilledDay }
    },
    async *collect(window, _cursor, signal) {
      for (const expression of expressions) {
        // Many series over many steps may be more samples than the server loads for a query
        const read = async (part: CollectWindow) => {
          const answer = await askFor(api, expression, part, signal)
          return readSeries(answer, part, expression.text, await api.metadata(signal))
        }
        for await (const { series, notes } of readInParts(window, read))
          for (const batch of splitBatches(series, notes)) {
            signal.throwIfAborted()
            yield batch
          }
      }
    },
    close: async () => {},
  }
}

function readExpression(text: string): Expression {
  try {
    return { text, isSelector: parseSelector(text).rangeMs === undefined }
  } catch (error) {
    if (error instanceof SelectorError) return { text, isSelector: false }
    throw error
  }
}

const EVERYTHING = { from: 0, to: Number.POSITIVE_INFINITY }

/** A range ends at the last millisecond of the window; since Prometheus 3 it begins after its start. */
function askFor(
  api: PrometheusApi,
  { text, isSelector }: Expression,
  { from, to, stepMs }: CollectWindow,
  signal: AbortSignal,
): Promise<unknown> {
  if (isSelector) return api.query(`${text}[${to - from}ms]`, to - 1, signal)
  return api.queryRange(text, { from, to: to - stepMs, stepMs }, signal)
}

async function countSeries(api: PrometheusApi, text: string, signal: AbortSignal): Promise<number> {
  const { series } = readSeries(await api.query(`count(${text})`, undefined, signal), EVERYTHING, text)
  return series[0]?.values[0] ?? 0
}
