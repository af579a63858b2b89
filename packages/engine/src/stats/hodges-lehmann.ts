import { everyKth } from './every-kth.ts'
import { quantileInPlace } from './select-in-place.ts'

/** By how much the second sample lies higher, and between which limits that is. */
export type Shift = { shift: number; low: number; high: number }

/** In longer samples, only every k-th value is used. Fitted by measured time and memory. */
const MAX = 128

/**
 * Median of all differences between two samples (Hodges and Lehmann 1963). The limits are the quantiles of the differences that lie
 * `reach` from their middle, as a share (Moses 1965): half of the distance in Cliff's delta that chance may make. NaN is left out; NaN
 * for an empty sample.
 */
export function hodgesLehmann(first: ArrayLike<number>, second: ArrayLike<number>, reach: number): Shift {
  const a = everyKth(present(first), MAX)
  const b = everyKth(present(second), MAX)
  const differences = new Float64Array(a.length * b.length)
  let row = 0
  for (const later of b) for (const earlier of a) differences[row++] = later - earlier
  return {
    shift: quantileInPlace(differences, 0.5),
    low: quantileInPlace(differences, Math.max(0, 0.5 - reach)),
    high: quantileInPlace(differences, Math.min(1, 0.5 + reach)),
  }
}

/** Values in their order, so that every k-th is spread over time. */
function present(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).filter((value) => !Number.isNaN(value))
}
