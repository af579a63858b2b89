/** Powers that are kept: from 2^-102, below the smallest anomaly score, to 2^64. */
const FIRST = -102 * 32
const LAST = 64 * 32

/** 0 where it was not asked for yet. */
const kept = new Float64Array(LAST - FIRST + 1)

/** 2^(k / 32) for a whole k, to the last bit what the operator gives, from a table: bins on a logarithmic scale ask for the same few again and again. */
export function powerOfTwo(k: number): number {
  if (!(k >= FIRST && k <= LAST)) return 2 ** (k / 32)
  const found = kept[k - FIRST]!
  if (found > 0) return found
  const power = 2 ** (k / 32)
  kept[k - FIRST] = power
  return power
}
