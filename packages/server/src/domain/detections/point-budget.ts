/** Points of one answer at most: a value per bucket or sample, plus flagged points. Stated in the API's description. */
export const maxPoints = 200_000

/** Buckets or samples allowed per series. With a model, each can also have a flagged point. */
export function bucketsWithin(seriesCount: number, isScored: boolean): number {
  const pointsABucket = isScored ? 2 : 1
  return Math.max(1, Math.floor(maxPoints / (pointsABucket * Math.max(1, seriesCount))))
}
