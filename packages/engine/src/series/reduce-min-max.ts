import { firstRowAt } from './first-row-at.ts'
/** A series reduced for drawing. All arrays of buckets have one entry a bucket that holds a value, in order of time. */
export type ReducedSeries = {
  /** Times of the smallest and the largest value, and the values. */
  minTimes: Float64Array
  minValues: Float64Array
  maxTimes: Float64Array
  maxValues: Float64Array
  /** How many values each bucket stands for. */
  counts: Uint32Array
  /** 1 where at least one row between the bucket before and this one was missing. */
  gapBefore: Uint8Array
  /** Every flagged point, whether or not it is a smallest or largest one. */
  flaggedTimes: Float64Array
  flaggedValues: Float64Array
}

/**
 * Reduces the rows with `from` ≤ time ≤ `to` to smallest and largest value per bucket of equal width. Flagged points (`flagged[i]`
 * not 0) are all kept besides. Gaps count for nothing. Throws RangeError for no buckets or an empty range of time.
 */
export function reduceMinMax(
  times: Float64Array,
  values: Float64Array,
  from: number,
  to: number,
  buckets: number,
  flagged?: ArrayLike<number>,
): ReducedSeries {
  if (!(Number.isInteger(buckets) && buckets > 0)) throw new RangeError('a reduction needs at least one bucket')
  if (!(to >= from)) throw new RangeError('the end lies before the start')
  const width = (to - from) / buckets || 1
  const minRow = new Int32Array(buckets).fill(-1)
  const maxRow = new Int32Array(buckets).fill(-1)
  const counts = new Uint32Array(buckets)
  const gaps = new Uint8Array(buckets)
  const kept: number[] = []
  let isGap = false
  for (let row = firstRowAt(times, from); row < times.length && times[row]! <= to; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) {
      isGap = true
      continue
    }
    const bucket = Math.min(buckets - 1, Math.floor((times[row]! - from) / width))
    if (counts[bucket] === 0 && isGap) gaps[bucket] = 1
    isGap = false
    counts[bucket]!++
    if (minRow[bucket]! < 0 || value < values[minRow[bucket]!]!) minRow[bucket] = row
    if (maxRow[bucket]! < 0 || value > values[maxRow[bucket]!]!) maxRow[bucket] = row
    if (flagged !== undefined && flagged[row] !== 0) kept.push(row)
  }
  const filled = Int32Array.from(counts, (_, bucket) => bucket).filter((bucket) => counts[bucket]! > 0)
  const at = (source: Float64Array, rows: Int32Array): Float64Array =>
    Float64Array.from(filled, (bucket) => source[rows[bucket]!]!)
  return {
    minTimes: at(times, minRow),
    minValues: at(values, minRow),
    maxTimes: at(times, maxRow),
    maxValues: at(values, maxRow),
    counts: Uint32Array.from(filled, (bucket) => counts[bucket]!),
    gapBefore: Uint8Array.from(filled, (bucket) => gaps[bucket]!),
    flaggedTimes: Float64Array.from(kept, (row) => times[row]!),
    flaggedValues: Float64Array.from(kept, (row) => values[row]!),
  }
}
