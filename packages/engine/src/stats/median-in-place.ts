import { selectInPlace } from './select-in-place.ts'

/** Up to this many values are sorted, which is quicker than selecting. Fitted by measured time and memory. */
const FEW = 24

/** Median of the first `count` values of a buffer, without NaN, whose order it changes. NaN for none. */
export function medianInPlace(buffer: Float64Array, count: number): number {
  if (count === 0) return Number.NaN
  const middle = count >> 1
  if (count <= FEW) insertionSort(buffer, count)
  else selectInPlace(buffer, count, middle)
  if (count % 2 === 1) return buffer[middle]!
  let below = buffer[0]!
  for (let k = 1; k < middle; k++) if (buffer[k]! > below) below = buffer[k]!
  return below / 2 + buffer[middle]! / 2
}

function insertionSort(buffer: Float64Array, count: number): void {
  for (let k = 1; k < count; k++) {
    const value = buffer[k]!
    let place = k
    for (; place > 0 && buffer[place - 1]! > value; place--) buffer[place] = buffer[place - 1]!
    buffer[place] = value
  }
}
