import { medianInPlace } from '../stats/median-in-place.ts'
import { median } from '../stats/quantile.ts'

/** Where the members of a group stand to each other. */
export type Distances = {
  /** The median of the members and one robust deviation about it, row by row; NaN where too few report. */
  middle: Float64Array
  deviation: Float64Array
  /** Distance of each member from the middle in robust deviations; NaN for gaps. */
  columns: Float64Array[]
}

/** Rows whose distances make one estimate of the deviation, counted on the clock. */
const BLOCK = 60
/** The least deviation, as a part of its median over time, of the middle, and of the step between values of the members. */
const OF_TYPICAL = 0.2
const OF_MIDDLE = 1e-3
const OF_STEP = 0.5
/** Distances beyond count as this. */
const FARTHEST = 100
/** Members whose distances in one block make a sure deviation; of fewer, so many more blocks are taken. */
const MEMBERS = 20

/**
 * Measures members by the median of their row. The deviation follows the time of day: of a block of 60 rows it is the median over the
 * members of their mean absolute distance, in the unit of a normal distribution, so that one instance which stands off for good does
 * not widen it even among three. Blocks are medians of so many that 20 members take part, smoothed by their neighbours. It is never
 * below `min`. Blocks are those of the clock, on which the first row has the number `firstRow`: the same rows get the same distances
 * in a window that begins or ends a little later.
 */
export function measureDistances(
  columns: readonly Float64Array[],
  minMembers: number,
  { min = 0, firstRow = 0 }: { min?: number | undefined; firstRow?: number } = {},
): Distances {
  const middle = findMiddle(columns, minMembers)
  const width = Math.ceil(MEMBERS / columns.length)
  const skipped = firstRow % BLOCK
  const blocks = smooth(runningMedian(spreadOfBlocks(columns, middle, skipped), width >> 1))
  const typical = median(blocks) || 0
  const step = Math.max(min, OF_STEP * smallestChange(columns))
  const deviation = middle.map(
    (value, row) =>
      Math.max(
        blocks[Math.floor((row + skipped) / BLOCK)] || typical,
        OF_TYPICAL * typical,
        step,
        OF_MIDDLE * Math.abs(value),
      ) || 1,
  )
  return { middle, deviation, columns: columns.map((column) => standardise(column, middle, deviation)) }
}

function findMiddle(columns: readonly Float64Array[], minMembers: number): Float64Array {
  const values = new Float64Array(columns.length)
  const middle = new Float64Array(columns[0]!.length)
  for (let row = 0; row < middle.length; row++) {
    let count = 0
    for (let k = 0; k < columns.length; k++) {
      const value = columns[k]![row]!
      if (!Number.isNaN(value)) values[count++] = value
    }
    middle[row] = count < minMembers ? Number.NaN : medianInPlace(values, count)
  }
  return middle
}

function standardise(column: Float64Array, middle: Float64Array, deviation: Float64Array): Float64Array {
  return column.map((value, row) => Math.max(-FARTHEST, Math.min(FARTHEST, (value - middle[row]!) / deviation[row]!)))
}

/**
 * For each block of rows the distance that the typical member has on average, as the deviation of a normal distribution; the first is
 * without the `skipped` rows before the window.
 */
function spreadOfBlocks(columns: readonly Float64Array[], middle: Float64Array, skipped: number): Float64Array {
  const means = new Float64Array(columns.length)
  return Float64Array.from({ length: Math.ceil((middle.length + skipped) / BLOCK) }, (_, block) => {
    const from = Math.max(0, block * BLOCK - skipped)
    const to = Math.min((block + 1) * BLOCK - skipped, middle.length)
    let present = 0
    for (const [k, column] of columns.entries()) {
      const [mean, count] = meanDistance(column, middle, from, to)
      means[k] = mean
      present += count
    }
    const usual = present / countPresent(middle.subarray(from, to))
    // The median lies nearer to few members than to many: to 3 by the root of 1/2.
    return (median(means) * Math.sqrt(Math.PI / 2)) / Math.sqrt(1 - 1.5 / Math.max(3, usual))
  })
}

function meanDistance(
  column: Float64Array,
  middle: Float64Array,
  from: number,
  to: number,
): [mean: number, count: number] {
  let sum = 0
  let count = 0
  for (let row = from; row < to; row++) {
    const distance = Math.abs(column[row]! - middle[row]!)
    if (Number.isNaN(distance)) continue
    sum += distance
    count++
  }
  return [sum / count, count]
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return count
}

/** The median of each block and `reach` blocks on either side. */
function runningMedian(blocks: Float64Array, reach: number): Float64Array {
  return blocks.map((_, k) => median(blocks.subarray(Math.max(0, k - reach), k + reach + 1)))
}

/** Each block with half of its neighbours; NaN counts for nothing. */
function smooth(blocks: Float64Array): Float64Array {
  return blocks.map((_, k) => {
    let sum = 0
    let weight = 0
    for (const [at, part] of [
      [k - 1, 1],
      [k, 2],
      [k + 1, 1],
    ] as const) {
      const value = blocks[at] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += part * value
      weight += part
    }
    return sum / weight
  })
}

/** The resolution of the members: the smallest change from one row to the next; 0 where nothing changes. */
function smallestChange(columns: readonly Float64Array[]): number {
  let min = Number.POSITIVE_INFINITY
  for (const column of columns) {
    for (let row = 1; row < column.length; row++) {
      const change = Math.abs(column[row]! - column[row - 1]!)
      if (change > 0 && change < min) min = change
    }
  }
  return Number.isFinite(min) ? min : 0
}
