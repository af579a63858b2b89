import { findStepMs, type Interval } from '@omen/engine/series'

export interface TimeSummary {
  /** Rows with distinct times. */
  readonly rows: number
  readonly intervalMs: number | null
  /** Intervals in which whole rows are missing, the first hundred. */
  readonly gaps: Interval[]
}

const maxGapsListed = 100

/** Row count, interval and gaps of a file, from its ascending times. */
export function summariseTimes(sorted: Float64Array): TimeSummary {
  const step = findStepMs(sorted)
  return { rows: countDistinct(sorted), intervalMs: step > 0 ? step : null, gaps: findHoles(sorted, step) }
}

function countDistinct(sorted: Float64Array): number {
  let count = 0
  for (let index = 0; index < sorted.length; index++) if (index === 0 || sorted[index] !== sorted[index - 1]) count++
  return count
}

function findHoles(sorted: Float64Array, step: number): Interval[] {
  const holes: Interval[] = []
  for (let index = 1; index < sorted.length && step > 0 && holes.length < maxGapsListed; index++) {
    const before = sorted[index - 1]!
    const after = sorted[index]!
    if (after - before > 1.5 * step) holes.push({ start: before + step, end: after - step })
  }
  return holes
}
