/** A metric with its scope and groups, and the functions on it; what it captures is the aggregator and the start of a rollup. */
const METRIC_PART =
  /(?:\b(avg|sum|min|max|count|p\d+):)?[a-zA-Z][\w.]*\{[^{}]*\}(?:\s*by\s*\{[^{}]*\})?(?:\.(?!rollup\b)\w+\([^()]*\))*(\.rollup\()?/g

/**
 * The query with points at the wanted interval: `.rollup(avg, seconds)` after each metric that has none. Counts are summed;
 * percentiles of distributions take no method. https://docs.datadoghq.com/dashboards/functions/rollup/
 */
export function addRollup(query: string, stepMs: number): string {
  const seconds = Math.max(1, Math.round(stepMs / 1000))
  return query.replace(METRIC_PART, (part: string, aggregator?: string, rollup?: string) => {
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

/** The queries of a list; commas within functions, scopes and texts do not separate any. */
export function splitQueries(list: string): string[] {
  const queries: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: mark, index } of list.matchAll(/'[^']*'|"[^"]*"|[(){},]/g)) {
    if (mark === '(' || mark === '{') depth++
    else if (mark === ')' || mark === '}') depth--
    else if (mark === ',' && depth === 0) {
      queries.push(list.slice(start, index))
      start = index + 1
    }
  }
  return [...queries, list.slice(start)].map((query) => query.trim()).filter((query) => query !== '')
}
