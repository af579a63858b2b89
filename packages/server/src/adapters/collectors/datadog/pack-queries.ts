import { metricsOf } from './add-rollup.ts'

export interface NamedQuery {
  readonly query: string
  /** Tells its series from those of a query before it with the same metrics. */
  readonly label: string | undefined
}

/** Queries of one request: its address should stay below what proxies take. */
const MAX_QUERIES_PER_CALL = 10
const MAX_QUERY_LENGTH = 4000
/** Of one answer, about 15 MB. */
const MAX_POINTS_PER_CALL = 500_000

/** The first query of a metric names its series as Datadog does; a later one adds itself as a label. */
export function nameQueries(queries: readonly string[]): NamedQuery[] {
  const seen = new Set<string>()
  return queries.map((query) => {
    const metrics = metricsOf(query).join(' ')
    const label = seen.has(metrics) ? query : undefined
    seen.add(metrics)
    return { query, label }
  })
}

/** As many of the first queries as one request should ask for, at least one. */
export function packQueries(
  queries: readonly NamedQuery[],
  { steps, seriesPerQuery }: { steps: number; seriesPerQuery: number },
): NamedQuery[] {
  const fitting = Math.floor(MAX_POINTS_PER_CALL / Math.max(1, steps * seriesPerQuery))
  const packed = queries.slice(0, Math.min(MAX_QUERIES_PER_CALL, Math.max(1, fitting)))
  while (packed.length > 1 && packed.reduce((length, { query }) => length + query.length, 0) > MAX_QUERY_LENGTH)
    packed.pop()
  return packed
}

/** Requests for all of them. */
export function countCalls(
  queries: readonly NamedQuery[],
  size: { readonly steps: number; readonly seriesPerQuery: number },
): number {
  let calls = 0
  for (let rest = queries; rest.length > 0; calls++) rest = rest.slice(packQueries(rest, size).length)
  return calls
}
