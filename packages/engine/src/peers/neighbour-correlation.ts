/** Distances beyond count as this far, so that a few of them do not decide. */
const FARTHEST = 5
/** A correlation is taken for no higher, so that every row says something. */
const HIGHEST = 0.98

/** How alike neighbouring values about a level are, from 0 to 0.98; NaN is left out. */
export function neighbourCorrelation(values: Float64Array, level: number): number {
  let products = 0
  let squares = 0
  let before = Number.NaN
  for (const value of values) {
    const distance = Math.max(-FARTHEST, Math.min(FARTHEST, value - level))
    const product = before * distance
    if (!Number.isNaN(product)) {
      products += product
      squares += (before * before + distance * distance) / 2
    }
    before = distance
  }
  return squares > 0 ? Math.max(0, Math.min(HIGHEST, products / squares)) : 0
}
