/** A metric with its scope and groups, and the functions on it; what it captures is the aggregator and the start of a rollup. */
const metricPart =
  /(?:\b(avg|sum|min|max|count|p\d+):)?[a-zA-Z][\w.]*\{[^{}]*\}(?:\s*by\s*\{[^{}]*\})?(?:\.(?!rollup\b)\w+\([^()]*\))*(\.rollup\()?/g

/**
 * The query with points at the wanted interval: `.rollup(avg, seconds)` after each metric that has none. Counts are summed;
 * percentiles of distributions take no method. https://docs.datadoghq.com/dashboards/functions/rollup/
 */
export function addRollup(query: string, stepMs: number): string {
  const seconds = Math.max(1, Math.round(stepMs / 1000))
  return query.replace(metricPart, (part: string, aggregator?: string, rollup?: string) => {
    if (rollup !== undefined) return part
    if (aggregator?.startsWith('p')) return `${part}.rollup(${seconds})`
    return `${part}.rollup(${part.includes('.as_count(') ? 'sum' : 'avg'}, ${seconds})`
  })
}

/** The names of the metrics in a query. */
export function metricsOf(query: string): string[] {
  const names = [...query.matchAll(/([a-zA-Z][\w.]*)\{/g)].map(([, name]) => name!)
  return names.filter((name) => name !== 'by')
}
