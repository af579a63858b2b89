/**
 * The smallest size at which half of the series have their fault found, between two sizes, by halving on a logarithmic scale: to 3 % after
 * seven steps. The largest size where even it is not found.
 */
export function sizeHalfFound([min, max]: readonly [number, number], foundShare: (size: number) => number): number {
  if (foundShare(max) < 0.5) return Number.POSITIVE_INFINITY
  let [low, high] = [Math.log(min), Math.log(max)]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (foundShare(Math.exp(middle)) >= 0.5) high = middle
    else low = middle
  }
  return Math.exp(high)
}

const STEPS = 7

/** The lowest threshold at which there are no more alarms than given: rows at or above it, those within `gap` rows of one another as one. */
export function thresholdFor(series: readonly Float64Array[], max: number, gap: number): number {
  const values = [...new Set(series.flatMap((scores) => Array.from(scores)))].sort((a, b) => a - b)
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (countAlarms(series, values[middle]!, gap) <= max) high = middle
    else low = middle + 1
  }
  return values[low] ?? Number.POSITIVE_INFINITY
}

/** A low threshold merges all rows into one alarm; as a threshold for few alarms it must not count as one. */
function countAlarms(series: readonly Float64Array[], threshold: number, gap: number): number {
  let alarms = 0
  for (const scores of series) {
    let latest = Number.NEGATIVE_INFINITY
    let begun = Number.NEGATIVE_INFINITY
    scores.forEach((score, row) => {
      if (score < threshold) return
      if (row - latest > gap || row - begun > gap) {
        alarms++
        begun = row
      }
      latest = row
    })
  }
  return alarms
}
