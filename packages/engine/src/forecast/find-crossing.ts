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

/** The middle of a forecast and the edges of its band, a value a step. */
export type ForecastCurves = { mid: ArrayLike<number>; low: ArrayLike<number>; high: ArrayLike<number> }

const HOUR_MS = 3_600_000

/** Finds when the curves of a forecast reach a limit that the last value has not reached; 0 for one that it has just reached. */
export function findCrossing(curves: ForecastCurves, last: number, limit: number, stepMs: number): Crossing {
  const rises = limit >= last
  const reach = (curve: ArrayLike<number>) => {
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
function firstReached(curve: ArrayLike<number>, last: number, limit: number, rises: boolean): number | undefined {
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
