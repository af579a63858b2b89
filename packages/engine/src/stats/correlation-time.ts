/**
 * How many values of a series make one independent value, at least 1: 1 + 2 Σ r, the correlations summed in pairs until a pair is no
 * longer positive (initial positive sequence; Geyer 1992), each raised by what a sample hides of it (Kendall 1954), and not below what a
 * first-order process of the same lag-1 correlation has. Several parts of a series are taken together, each about its own mean. NaN is
 * left out.
 */
export function correlationTime(parts: readonly ArrayLike<number>[]): number {
  const centered = centerParts(parts)
  const count = centered.reduce((sum, part) => sum + part.count, 0)
  const power = centered.reduce((sum, part) => sum + part.power, 0) / Math.max(1, count)
  if (count < 4 || !(power > 0)) return 1
  const max = Math.floor(Math.max(...centered.map((part) => part.count)) / 3)
  const known: number[] = []
  const correlation = (lag: number) => (known[lag] ??= correlationAt(centered, lag, power))
  let time = sumPairs(correlation, max, 0)
  for (let turn = 0; turn < 2; turn++) time = sumPairs(correlation, max, time / count)
  const first = Math.max(0, correlation(1))
  const raised = Math.min(0.99, first + (1 + 3 * first) / count)
  return Math.max(1, time, first > 0 ? (1 + raised) / (1 - raised) : 1)
}

type Centered = { values: Float64Array; count: number; power: number }

/** Parts about their means, in units of the farthest value, so that no square is too large to be a number. */
function centerParts(parts: readonly ArrayLike<number>[]): Centered[] {
  const centered = parts.map((part) => {
    const mean = meanOf(part)
    return Float64Array.from(part, (value) => value - mean)
  })
  let farthest = 0
  for (const values of centered) for (const value of values) if (Math.abs(value) > farthest) farthest = Math.abs(value)
  return centered.map((values) => {
    let count = 0
    let power = 0
    for (let k = 0; k < values.length; k++) {
      values[k]! /= farthest || 1
      if (Number.isNaN(values[k]!)) continue
      count++
      power += values[k]! ** 2
    }
    return { values, count, power }
  })
}

function meanOf(values: ArrayLike<number>): number {
  let count = 0
  let mean = 0
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue
    count++
    mean += values[k]! / count - mean / count
  }
  return mean
}

function correlationAt(parts: readonly Centered[], lag: number, power: number): number {
  let sum = 0
  let pairs = 0
  for (const { values } of parts) {
    for (let k = lag; k < values.length; k++) {
      const product = values[k]! * values[k - lag]!
      if (Number.isNaN(product)) continue
      sum += product
      pairs++
    }
  }
  return pairs > 0 ? Math.max(-1, Math.min(1, sum / pairs / power)) : 0
}

/** 1 + 2 Σ r over pairs that stay positive and never grow, each correlation raised by `hidden`. */
function sumPairs(correlation: (lag: number) => number, max: number, hidden: number): number {
  let sum = 1
  let before = Number.POSITIVE_INFINITY
  for (let lag = 1; lag + 1 <= max; lag += 2) {
    const pair = correlation(lag) + correlation(lag + 1)
    if (pair <= 0) break
    before = Math.min(before, pair + 2 * hidden)
    sum += 2 * before
  }
  return sum
}
