/** Values at even steps, NaN where nothing was received; `end` is the time of the last of them, epoch ms. */
export type Grid = { values: Float64Array; end: number; present: number }

/**
 * Puts values on an even grid that ends with the latest: several in a step are averaged, infinite ones count as missing, the order of
 * the rows does not matter. Of longer histories the latest `limit` steps are kept, and what lies before a hole that is longer than all
 * that is there tells nothing of now, and is left out.
 */
export function toGrid(times: Float64Array, values: Float64Array, stepMs: number, limit: number): Grid {
  let end = Number.NEGATIVE_INFINITY
  let start = Number.POSITIVE_INFINITY
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(values[k]!) || !Number.isFinite(times[k]!)) continue
    end = Math.max(end, times[k]!)
    start = Math.min(start, times[k]!)
  }
  if (end < start) return { values: new Float64Array(0), end: Number.NaN, present: 0 }
  const length = Math.min(limit, Math.round((end - start) / stepMs) + 1)
  const grid = new Float64Array(length)
  const counts = new Uint32Array(length)
  for (let k = 0; k < times.length; k++) {
    const slot = length - 1 - Math.round((end - times[k]!) / stepMs)
    if (!(slot >= 0) || !Number.isFinite(values[k]!)) continue
    counts[slot]!++
    grid[slot]! += (values[k]! - grid[slot]!) / counts[slot]!
  }
  let present = 0
  for (let slot = 0; slot < length; slot++) {
    if (counts[slot]! > 0) present++
    else grid[slot] = Number.NaN
  }
  return { ...afterHole(grid, present), end }
}

function afterHole(grid: Float64Array, present: number): Pick<Grid, 'values' | 'present'> {
  let hole = 0
  let kept = 0
  for (let slot = grid.length - 1; slot >= 0; slot--) {
    hole = Number.isNaN(grid[slot]!) ? hole + 1 : 0
    if (hole === 0) kept++
    if (hole > present) return { values: grid.subarray(slot + hole), present: kept }
  }
  return { values: grid, present }
}
