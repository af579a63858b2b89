import type { PointStatistics } from '../../ports/point-store.ts'

/** One series in figures; NaN is null, since it is kept as JSON. */
export interface SeriesSummary {
  readonly present: number
  readonly min: number | null
  readonly max: number | null
  readonly mean: number | null
  readonly deviation: number | null
}

/** `rows` are those with a time of their own. */
export function toSummary(statistics: PointStatistics, rows: number): SeriesSummary {
  const { present, min, max, mean, deviation } = statistics
  return {
    present: Math.min(1, present / Math.max(1, rows)),
    min: known(min),
    max: known(max),
    mean: known(mean),
    deviation: known(deviation),
  }
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
