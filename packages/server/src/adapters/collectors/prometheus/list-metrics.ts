import { type Choices, CollectorError } from '../../../ports/collector.ts'
import type { PrometheusApi } from './prometheus-api.ts'
import { readSeries } from './read-series.ts'

const MAX_ITEMS = 1000
const ALL = { from: 0, to: Number.POSITIVE_INFINITY }

/** Metrics by part of their name, with their series where the server can count those that are listed. */
export async function listMetrics(api: PrometheusApi, search: string, signal: AbortSignal): Promise<Choices[]> {
  const names = await api.labelValues('__name__', search, signal)
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) throw new CollectorError('badAnswer')
  const listed = names.toSorted().slice(0, MAX_ITEMS)
  const counts = listed.length === 0 ? new Map() : await countSeries(api, listed, signal)
  const items = listed.map((id) => ({ id, ...(counts.has(id) && { seriesCount: counts.get(id)! }) }))
  return [{ field: 'query', items, total: names.length }]
}

async function countSeries(
  api: PrometheusApi,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const matcher = JSON.stringify(names.map((name) => name.replaceAll('.', '\\.')).join('|'))
  try {
    const answer = await api.query(`count by (__name__) ({__name__=~${matcher}})`, undefined, signal)
    return new Map(readSeries(answer, ALL, '').series.map(({ series, values }) => [series.metric, values[0]!]))
  } catch (error) {
    // A server may refuse to look at so many series at once
    if (error instanceof CollectorError) return new Map()
    throw error
  }
}
