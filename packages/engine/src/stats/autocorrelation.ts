/** Correlation of a series with itself `lag` rows earlier, over the pairs where both are present. 0 where there is no variance. */
export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  return autocorrelationsOf(values)(lag)
}

/** The same for one lag after another of a series that does not change: what they have in common is found once. */
export function autocorrelationsOf(values: ArrayLike<number>): (lag: number) => number {
  let count = 0
  let sum = 0
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue
    sum += values[k]!
    count++
  }
  const mean = sum / count
  const centred = new Float64Array(values.length)
  let variance = 0
  for (let k = 0; k < values.length; k++) {
    const off = values[k]! - mean
    centred[k] = off
    if (!Number.isNaN(off)) variance += off * off
  }
  return (lag) => {
    let product = 0
    let pairs = 0
    for (let k = lag; k < centred.length; k++) {
      const both = centred[k]! * centred[k - lag]!
      if (Number.isNaN(both)) continue
      product += both
      pairs++
    }
    return variance > 0 && pairs > 0 ? Math.max(-1, Math.min(1, product / pairs / (variance / count))) : 0
  }
}

/** How many independent values a series that follows a first-order process is worth: n (1 - r) / (1 + r), at least 1. */
export function effectiveCount(values: ArrayLike<number>): number {
  const r = Math.max(0, autocorrelation(values, 1))
  let count = 0
  for (let k = 0; k < values.length; k++) if (!Number.isNaN(values[k]!)) count++
  return Math.max(1, (count * (1 - r)) / (1 + r))
}
