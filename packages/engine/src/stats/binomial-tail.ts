/** Probability of at least `hits` successes in `count` trials of probability `p`. Throws RangeError for what cannot be. */
export function binomialTail(hits: number, count: number, p: number): number {
  if (!(p >= 0 && p <= 1 && hits <= count)) throw new RangeError('a binomial tail needs 0 ≤ p ≤ 1 and hits ≤ count')
  if (hits <= 0 || p === 1) return 1
  if (p === 0) return 0
  let logTerm = hits * Math.log(p) + (count - hits) * Math.log1p(-p)
  for (let k = 1; k <= hits; k++) logTerm += Math.log((count - hits + k) / k)
  const odds = p / (1 - p)
  let term = 1
  let sum = 1
  for (let k = hits + 1; k <= count; k++) {
    term *= ((count - k + 1) / k) * odds
    sum += term
  }
  return Math.min(1, Math.exp(logTerm + Math.log(sum)))
}
