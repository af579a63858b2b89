/**
 * Follows the slow level of a column: the steady-state gain of a local-level Kalman filter, with Huberised steps so that a
 * short fault does not teach it. All state is O(1) and depends on the past alone.
 */
export type LevelTracker = {
  /** What is expected before the value is seen, and the spread of the surprise (wider at the start and after a gap). */
  level: number
  spread: number
  /** Moves on by `steps` sampling intervals, then judges a value: the surprise in spreads. NaN gives NaN and moves nothing. */
  judge(value: number, steps: number): number
}

/** How a column is followed. `gain` 0 holds the level; a column that drifts also has its unrest followed. */
export type Tracking = {
  gain: number
  drifts: boolean
  scale: number
  /** Where the level was at the end of training, and how widely it moved in training, in scales. */
  level: number
  levelSpread: number
  /** After so many values in a row beyond 1.5 spreads on one side, the level is taken to have moved for good; 0 for never. */
  acceptAfter: number
}

const HUBER = 2.5
const UNREST_GAIN = 0.02
const FAR = 1.5

/**
 * A tracker that knows how the level moved in training; with `continues` also that the rows follow on it, so that its last
 * level still holds.
 */
export function createLevelTracker(tracking: Tracking, continues = false): LevelTracker {
  const { gain, scale, acceptAfter } = tracking
  const drift = gain > 0 ? (gain * gain) / (1 - gain) : 0
  const steady = gain > 0 ? gain / (1 - gain) : 0
  let variance = continues ? steady : Math.max(steady, tracking.levelSpread ** 2)
  let run = 0
  let unrest = 1
  const tracker: LevelTracker = {
    level: tracking.level,
    spread: scale * Math.sqrt(1 + variance),
    judge(value, steps) {
      if (steps > 1) variance = Math.min(variance + (steps - 1) * drift, Math.max(variance, tracking.levelSpread ** 2))
      const spread = scale * Math.sqrt((1 + variance) * Math.max(1, unrest))
      tracker.spread = spread
      if (Number.isNaN(value)) return value
      const surprise = (value - tracker.level) / spread
      const side = surprise > FAR ? 1 : surprise < -FAR ? -1 : 0
      run = side === 0 ? 0 : Math.sign(run) === side ? run + side : side
      if (acceptAfter > 0 && Math.abs(run) >= acceptAfter) {
        variance += surprise * surprise
        run = 0
        tracker.level += (variance / (1 + variance)) * (value - tracker.level)
      } else {
        const weight = variance / (1 + variance)
        tracker.level += weight * Math.max(-HUBER, Math.min(HUBER, surprise)) * spread
      }
      if (acceptAfter > 0)
        unrest += UNREST_GAIN * (Math.min(HUBER * HUBER, surprise * surprise) * Math.max(1, unrest) - unrest)
      variance = Math.max(steady, variance / (1 + variance) + drift)
      return surprise
    },
  }
  return tracker
}
