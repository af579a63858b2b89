import type { History } from './candidate.ts'

/** How wide errors usually are at a step of the series, forecast from an origin, relative to all errors. */
export type SpreadModel = (origin: number, step: number) => number

/** Parts of a season with a spread each. */
const BINS = 24
/** Errors that a bin must have for its own spread to count as much as the common one. */
const TRUST = 200

/**
 * Learns from the errors of a back-test at which hours of the day they are wide, and widens or narrows that by how restless the series
 * was in the day before the origin.
 */
export function fitSpread(
  history: History,
  origins: readonly number[],
  residuals: readonly Float64Array[],
): SpreadModel {
  const period = history.seasons.day
  const phases = phaseSpreads(period, origins, residuals)
  const unrest = restlessness(history)
  const phaseOf = (place: number) => Math.floor(((place % period) / period) * BINS)
  return (origin, step) => (period > 0 ? phases[phaseOf(origin + step)]! : 1) * unrest(origin)
}

function phaseSpreads(period: number, origins: readonly number[], residuals: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(BINS)
  const counts = new Float64Array(BINS)
  let all = 0
  let count = 0
  for (const [which, errors] of residuals.entries()) {
    for (let step = 0; step < errors.length; step++) {
      const size = Math.sqrt(Math.abs(errors[step]!))
      if (Number.isNaN(size)) continue
      const bin = period > 0 ? Math.floor((((origins[which]! + step) % period) / period) * BINS) : 0
      sums[bin]! += size
      counts[bin]!++
      all += size
      count++
    }
  }
  const mean = count > 0 && all > 0 ? all / count : 1
  return sums.map((sum, bin) => Math.max(0.2, ((sum / mean + TRUST) / (counts[bin]! + TRUST)) ** 2))
}

/** Distance from the usual value over the last day against the whole history, between a half and two. */
function restlessness({ filled, usual, seasons }: History): (origin: number) => number {
  const window = seasons.day || 48
  const sums = new Float64Array(filled.length + 1)
  for (let k = 0; k < filled.length; k++) sums[k + 1] = sums[k]! + Math.sqrt(Math.abs(filled[k]! - usual[k]!))
  const overall = sums[filled.length]! / filled.length
  if (!(overall > 0)) return () => 1
  return (origin) => {
    const from = Math.max(0, origin - window)
    const recent = (sums[origin]! - sums[from]!) / Math.max(1, origin - from)
    return Math.max(0.5, Math.min(2, recent / overall))
  }
}
