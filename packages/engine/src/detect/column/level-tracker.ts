/**
 * Follows the slow level of a column: the steady-state gain of a local-level Kalman filter, with Huberised steps so that a
 * short fault does not teach it. All state is O(1) and depends on the past alone.
 */
export type LevelTracker = {
  /** What is expected before the value is seen, and the spread of the standardised residual (wider at the start and after a gap). */
  level: number
  spread: number
  /** Moves on by `steps` sampling intervals, then evaluates a value: the standardised residual in spreads. NaN gives NaN and moves nothing. */
  evaluate(value: number, steps: number): number
}

/** How a column is followed. `gain` 0 holds the level; a column that drifts also has its unrest followed. */
export type Tracking = {
  gain: number
  drifts: boolean
  scale: number
  /** Where the level was at the end of training, and how widely it moved in training, in scales. */
  level: number
  levelSpread: number
  /**
   * After so many values beyond 1.5 spreads on one side, none of them further off than those before, the level is taken to have
   * moved for good; 0 for never. A ramp goes on moving away, and so is not taken for a step.
   */
  acceptAfter: number
}

const HUBER = 2.5
const UNREST_GAIN = 0.03
const FAR = 1.5
/** A drifting column has to be seen so often before its level is known. */
const WARM_UP = 10
/** A run goes on moving away while it gets this much further off. */
const GROWTH = 1.05

/**
 * A tracker that knows how the level moved in training; with `continues` also that the rows follow on it, so that its last
 * level still holds. After a shift that was taken for good, a value that is back at the level before it is as usual.
 */
export function createLevelTracker(tracking: Tracking, continues = false): LevelTracker {
  const { gain, scale, acceptAfter } = tracking
  const drift = gain > 0 ? (gain * gain) / (1 - gain) : 0
  const steady = gain > 0 ? gain / (1 - gain) : 0
  const widest = Math.max(steady, tracking.levelSpread ** 2)
  let variance = continues ? steady : widest
  let unrest = 1
  let formerLevel = Number.NaN
  let warming = continues || !tracking.drifts ? 0 : WARM_UP
  const shift = createShiftWatch(acceptAfter)

  const evaluate = (value: number, steps: number): number => {
    if (steps > 1) variance = Math.min(variance + (steps - 1) * drift, Math.max(variance, widest))
    const spread = scale * Math.sqrt((1 + (warming > 0 ? widest : variance)) * Math.max(1, unrest))
    tracker.spread = spread
    if (Number.isNaN(value)) return value
    let zScore = (value - tracker.level) / spread
    if (warming > 0) {
      tracker.level += (value - tracker.level) / (WARM_UP + 1 - warming--)
      variance = Math.max(steady, 1 / WARM_UP)
      return zScore
    }
    if (Math.abs(zScore) > HUBER && Math.abs(value - formerLevel) < FAR * spread) {
      tracker.level = formerLevel
      formerLevel = Number.NaN
      zScore = (value - tracker.level) / spread
    }
    move(value, zScore, spread)
    if (tracking.drifts)
      unrest += UNREST_GAIN * (Math.min(HUBER * HUBER, zScore * zScore) * Math.max(1, unrest) - unrest)
    variance = Math.max(steady, variance / (1 + variance) + drift)
    return zScore
  }
  const move = (value: number, zScore: number, spread: number): void => {
    const start = shift.levelBefore(zScore, value - tracker.level, tracker.level)
    if (Number.isNaN(start)) {
      tracker.level += (variance / (1 + variance)) * Math.max(-HUBER, Math.min(HUBER, zScore)) * spread
      return
    }
    formerLevel = start
    variance += zScore * zScore
    tracker.level += (variance / (1 + variance)) * (value - tracker.level)
  }
  const tracker: LevelTracker = { level: tracking.level, spread: scale * Math.sqrt(1 + variance), evaluate }
  return tracker
}

/** Waits for a run of standardised residuals on one side that has stopped growing; then gives the level at which it began, else NaN. */
function createShiftWatch(acceptAfter: number) {
  let side = 0
  let start = Number.NaN
  let furthest = 0
  let settled = 0
  return {
    levelBefore(zScore: number, distance: number, level: number): number {
      const now = zScore > FAR ? 1 : zScore < -FAR ? -1 : 0
      if (now === 0 || now !== side) {
        start = level
        furthest = 0
        settled = 0
      }
      side = now
      if (side === 0) return Number.NaN
      const reach = Math.abs(distance)
      settled = reach > furthest * GROWTH ? 1 : settled + 1
      furthest = Math.max(furthest, reach)
      if (acceptAfter === 0 || settled < acceptAfter) return Number.NaN
      side = 0
      return start
    },
  }
}
