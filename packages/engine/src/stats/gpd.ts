/** Generalised Pareto distribution of excesses over a limit. */
export type Gpd = { shape: number; scale: number }

/**
 * Fits the distribution to ascending excesses by probability-weighted moments (Hosking and Wallis 1987). The shape is kept in
 * [0, 0.5]: below, the exponential distribution is taken, which errs on the safe side; above, the variance would not exist.
 */
export function fitGpd(excesses: ArrayLike<number>): Gpd {
  const count = excesses.length
  if (count === 0) throw new RangeError('a tail needs at least one excess')
  let a0 = 0
  let a1 = 0
  for (let j = 0; j < count; j++) {
    a0 += excesses[j]!
    a1 += count > 1 ? (excesses[j]! * (count - 1 - j)) / (count - 1) : 0
  }
  a0 /= count
  a1 /= count
  const shape = 2 - a0 / (a0 - 2 * a1)
  if (!(shape > 0)) return { shape: 0, scale: a0 }
  if (shape > 0.5) return { shape: 0.5, scale: a0 * 0.5 }
  return { shape, scale: (2 * a0 * a1) / (a0 - 2 * a1) }
}

/** Probability that an excess is larger than `excess`. */
export function gpdSurvival({ shape, scale }: Gpd, excess: number): number {
  if (excess <= 0) return 1
  if (!(scale > 0)) return 0
  return shape < 1e-9 ? Math.exp(-excess / scale) : (1 + (shape * excess) / scale) ** (-1 / shape)
}
