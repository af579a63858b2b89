import type { ChartLine, TimeDomain } from '../model/chart-types.ts'
import type { LimitedLine } from '../model/limit-points.ts'
import { valueAt, visibleRange } from '../model/sample-lookup.ts'
import { isInside } from '../value/value-domain.ts'

/** Lowest and highest value inside the domain, with flagged points and the drawn bands; null if there are none. */
export function valueExtent(
  lines: readonly LimitedLine[],
  bands: readonly ChartLine[],
  domain: TimeDomain,
): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  const clampedTaker = (low: number, high: number) => (value: number | null) => {
    if (value === null || !Number.isFinite(value)) return
    const clamped = Math.max(low, Math.min(high, value))
    if (clamped < min) min = clamped
    if (clamped > max) max = clamped
  }
  const take = clampedTaker(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  for (const { buckets, flagged } of lines) {
    for (const bucket of buckets) {
      if (!isInside(bucket.t, domain)) continue
      take(bucket.min)
      take(bucket.max)
    }
    for (const point of flagged) take(point.v)
  }
  // A very wide band must not flatten the lines: it adds at most half of the data's own span on each side.
  const span = max - min
  const least = span > 0 ? min - span / 2 : Number.NEGATIVE_INFINITY
  const takeBound = clampedTaker(
    // Where no value is below zero, a band that is makes no room there
    min >= 0 && min < Number.POSITIVE_INFINITY ? Math.max(0, least) : least,
    span > 0 ? max + span / 2 : Number.POSITIVE_INFINITY,
  )
  for (const band of bands) {
    if (!band.expected) continue
    const [first, last] = visibleRange(band.times, domain)
    for (let i = first; i < last; i++) {
      if (!isInside(band.times[i]!, domain)) continue
      takeBound(valueAt(band.expected.low, i))
      takeBound(valueAt(band.expected.high, i))
    }
  }
  return min <= max ? { min, max } : null
}
