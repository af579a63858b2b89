/** Generalised Pareto distribution of excesses over a limit. */
export type Gpd = { shape: number; scale: number }

/**
 * Fits the distribution to ascending excesses by probability-weighted moments (Hosking and Wallis 1987). The shape is kept in
 * [0, 0.5] (below 0 the exponential errs on the safe side, above 0.5 the variance would not exist) and drawn to `prior` as by
 * `priorWeight` excesses more, since few excesses cannot say how far a tail reaches. The scale keeps the mean of the excesses.
 */
export function fitGpd(excesses: ArrayLike<number>, prior = 0, priorWeight = 10): Gpd {
  const count = excesses.length
  if (count === 0) throw new RangeError('a tail needs at least one excess')
  let a0 = 0
  let a1 = 0
  for (let j = 0; j < count; j++) {
    a0 += excesses[j]!
    a1 += count > 1 ? (excesses[j]! * (count - 1 - j)) / (count - 1) : 0
  }
  return fromMoments(a0 / count, a1 / count, count, prior, priorWeight)
}

/** `fitGpd` for ascending excesses of which each stands for `weights[j]`; without a prior, it trusts the excesses alone. */
export function fitGpdWeighted(
  excesses: ArrayLike<number>,
  weights: ArrayLike<number>,
  prior = 0,
  priorWeight = 0,
): Gpd {
  let count = 0
  for (let j = 0; j < weights.length; j++) count += weights[j]!
  if (!(count > 0)) throw new RangeError('a tail needs at least one excess')
  let a0 = 0
  let a1 = 0
  let before = 0
  for (let j = 0; j < excesses.length; j++) {
    const weight = weights[j]!
    const after = count - before - (weight + 1) / 2
    a0 += weight * excesses[j]!
    a1 += count > 1 ? (weight * excesses[j]! * Math.max(0, after)) / (count - 1) : 0
    before += weight
  }
  return fromMoments(a0 / count, a1 / count, count, prior, priorWeight)
}

function fromMoments(a0: number, a1: number, count: number, prior: number, priorWeight: number): Gpd {
  const found = Math.max(0, Math.min(0.5, 2 - a0 / (a0 - 2 * a1) || 0))
  const shape = (found * count + prior * priorWeight) / (count + priorWeight)
  return { shape, scale: a0 * (1 - shape) }
}

/** Probability that an excess is larger than `excess`. */
export function gpdSurvival({ shape, scale }: Gpd, excess: number): number {
  if (excess <= 0) return 1
  if (!(scale > 0)) return 0
  return shape < 1e-9 ? Math.exp(-excess / scale) : (1 + (shape * excess) / scale) ** (-1 / shape)
}
