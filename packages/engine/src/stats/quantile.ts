import { quantileInPlace } from './select-in-place.ts'

/** The values present, in an array of their own; NaN is left out. */
export function copyPresent(values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(values.length)
  let count = 0
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!
    if (!Number.isNaN(value)) out[count++] = value
  }
  return out.subarray(0, count)
}

/** The values present, sorted ascending in an array of their own; NaN is left out. */
export function sortPresent(values: ArrayLike<number>): Float64Array {
  return copyPresent(values).sort()
}

/** Quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan 1996). NaN for none. */
export function quantileSorted(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (place - below)
}

/** Median of the values present; NaN is left out, and the answer for none. */
export function median(values: ArrayLike<number>): number {
  return quantileInPlace(copyPresent(values), 0.5)
}
