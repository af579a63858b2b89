/** When a limit will be reached, in hours after the last value; undefined where not within the horizon. */
export type Crossing = {
  side: 'above' | 'below'
  /** When the middle reaches it. */
  about: number | undefined
  /** When the nearer edge of the band does: hardly earlier. */
  low: number | undefined
  /** When the farther edge does: hardly later. */
  high: number | undefined
}

const HOUR_MS = 3_600_000

/** Finds when the curves of a forecast reach a limit that the last value has not reached; 0 for one that it has just reached. */
export function findCrossing(
  curves: { mid: Float64Array; low: Float64Array; high: Float64Array },
  last: number,
  limit: number,
  stepMs: number,
): Crossing {
  const rises = limit >= last
  const reach = (curve: Float64Array) => {
    const step = firstReached(curve, last, limit, rises)
    return step === undefined ? undefined : (step * stepMs) / HOUR_MS
  }
  return {
    side: rises ? 'above' : 'below',
    about: reach(curves.mid),
    low: reach(rises ? curves.high : curves.low),
    high: reach(rises ? curves.low : curves.high),
  }
}

/** Steps after the last value, with a part of one where the curve reaches the limit between two. */
function firstReached(curve: Float64Array, last: number, limit: number, rises: boolean): number | undefined {
  if (limit === last) return 0
  let before = last
  for (let step = 0; step < curve.length; step++) {
    const value = curve[step]!
    if (rises ? value >= limit : value <= limit)
      return step + (value === before ? 1 : (limit - before) / (value - before))
    before = value
  }
  return undefined
}
