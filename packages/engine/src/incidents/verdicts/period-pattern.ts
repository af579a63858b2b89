import type { IncidentPeriod } from '../incident.ts'
import { includesDownTime } from '../incident-kind.ts'
import type { PeriodPattern } from './verdict.ts'

/** Periods are alike where their series have at least this part in common. */
const COMMON = 0.5
/** Of a wide table; more would only make the rules large. */
const SERIES_KEPT = 50
/** Probabilities below are taken as this, whose logarithm is finite. */
const SMALLEST = 1e-300

/**
 * What a period is like; one with a time in it for which an instance was down is like that. The shares of the series kept sum to 1, so that a period of many small parts is still like
 * itself.
 */
export function patternOf(period: IncidentPeriod): PeriodPattern {
  const { kind, val, series } = period
  const kept = [...series].sort((a, b) => b.share - a.share).slice(0, SERIES_KEPT)
  const total = kept.reduce((sum, { share }) => sum + share, 0) || 1
  return {
    kind: includesDownTime(period) ? 'down' : kind,
    side: val < 0 ? -1 : 1,
    series: kept.map(({ seriesId, share }) => ({ seriesId, share: share / total })),
  }
}

/** Whether two patterns have their kind, direction and at least half of their series in common. */
export function isAlike(one: PeriodPattern, other: PeriodPattern): boolean {
  if (one.kind !== other.kind || one.side !== other.side) return false
  const shares = new Map(other.series.map(({ seriesId, share }) => [seriesId, share]))
  const common = one.series.reduce((sum, { seriesId, share }) => sum + Math.min(share, shares.get(seriesId) ?? 0), 0)
  return common >= COMMON || (one.series.length === 0 && other.series.length === 0)
}

/** How bad a period was: -log10 of its probability. */
export function degreeOf({ probability }: IncidentPeriod): number {
  return -Math.log10(Math.max(probability, SMALLEST))
}
