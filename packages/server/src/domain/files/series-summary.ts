import type { PointStatistics } from '../../ports/point-store.ts'
import type { SeriesSummary } from '../../schema/series-summary.ts'

/** `rows` are those with a time of their own. */
export function toSummary(statistics: PointStatistics, rows: number): SeriesSummary {
  const { present, min, max, mean, deviation } = statistics
  return {
    present: Math.min(1, present / Math.max(1, rows)),
    min: nullIfNaN(min),
    max: nullIfNaN(max),
    mean: nullIfNaN(mean),
    deviation: nullIfNaN(deviation),
  }
}

function nullIfNaN(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
