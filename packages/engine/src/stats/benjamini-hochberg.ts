/**
 * Adjusted probabilities: rejecting all at most q keeps the expected share of false ones among the rejected at q (Benjamini and
 * Hochberg 1995). In the order given; NaN stays and counts for nothing.
 */
export function benjaminiHochberg(probabilities: readonly number[]): number[] {
  const order = probabilities.map((_, k) => k).filter((k) => !Number.isNaN(probabilities[k]!))
  order.sort((a, b) => probabilities[b]! - probabilities[a]!)
  const adjusted = probabilities.map(() => Number.NaN)
  let min = 1
  for (const [place, k] of order.entries()) {
    min = Math.min(min, (probabilities[k]! * order.length) / (order.length - place))
    adjusted[k] = min
  }
  return adjusted
}
