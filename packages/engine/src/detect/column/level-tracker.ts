import { createShiftWatch, type ShiftState } from './shift-watch.ts'

/**
 * Follows the slow level of a column: the steady-state gain of a local-level Kalman filter, with Huberised steps so that a
 * short fault does not teach it. All state is O(1) and depends on the past alone.
 */
export type LevelTracker = {
  /** What is expected before the value is seen, and the spread of the standardised residual (wider at the start and after a gap). */
  level: number
  spread: number
  /** Distance from the level within which values count as usual: of a column that was constant in training, at a level where it moves; else 0. */
  slack: number
  /** Moves on by `steps` sampling intervals, then evaluates a value: the standardised residual in spreads. NaN gives NaN and moves nothing. */
  evaluate(value: number, steps: number): number
  save(): TrackerState
}

/** The whole state of a tracker, as plain data. */
export type TrackerState = {
  level: number
  spread: number
  variance: number
  unrest: number
  formerLevel: number
  /** Of the level and of the former one. Missing in what was saved before a level brought its spread. */
  slack?: number
  formerSlack?: number
  formerUnrest?: number
  returnedRows: number
  warming: number
  shift: ShiftState
}

/** How a column is followed. `gain` 0 holds the level; a column that drifts also has its unrest followed, and any other one for as long as it has some. */
export type Tracking = {
  gain: number
  drifts: boolean
  scale: number
  /** Where the level was at the end of training, and how widely it moved in training, in scales. */
  level: number
  levelSpread: number
  /** How far the level moved in training over 1, 4, 16, 64… rows, in scales: a standard deviation each. Models of Omen 0.1 have none. */
  levelMoves?: readonly number[]
  /** Whether no value of the training differed from another: the scale is one of convention. Missing in models from before levels had a slack. */
  isConstant?: true
  /** After so many rows on one side, no longer moving away, the level is taken to have moved for good; 0 for never. */
  acceptAfter: number
}

/** Spreads beyond which a residual moves the level no further. */
const HUBER = 2.5
/** Weight of a row in the mean square by which the spread widens. */
const UNREST_GAIN = 0.03
/** Spreads from the level beyond which a value may belong to a shift. */
const FAR = 1.5
/** In spreads, what is not to be learned. A column that does not drift learns a fifth as fast. */
const FAR_OFF_DRIFTING = 4
/** The distance, in spreads, that is not learned in a column that does not drift. Fitted on simulated systems and the sample shop. */
const FAR_OFF_STEADY = 10
/** A drifting column has to be seen so often before its level is known. */
const WARM_UP = 10
/** A new level brings its own spread where that is this many times as wide as in training. */
const CLEARLY_WIDER = 2
/** The slack of a new level of a constant column, in standard deviations of the values at it. */
const SLACK = 4
/** Values near its level do not end the shift of a constant column unless there are more of them in a row. */
const BRIDGED = 12
/** So many values at the level before a shift that was taken for good, and the level is that one again. */
const RETURNED_AFTER = 12

/**
 * A tracker that knows how the level moved in training; with `continues` also that the rows follow on it, so that its last
 * level still holds. Values that lie far off on one side teach nothing (see `createShiftWatch`): the level stays where it was before
 * them, and how well it is known fades as over a gap of as many rows. After a shift that was taken for good the way
 * back is soon learned. With a saved state it goes on from there.
 */
export function createLevelTracker(tracking: Tracking, continues = false, saved?: TrackerState): LevelTracker {
  const { gain, scale, acceptAfter } = tracking
  const drift = gain > 0 ? (gain * gain) / (1 - gain) : 0
  const steady = gain > 0 ? gain / (1 - gain) : 0
  const isConstant = tracking.isConstant === true
  const widest = Math.max(steady, tracking.levelSpread ** 2)
  let variance = saved?.variance ?? (continues ? steady : widest)
  let unrest = saved?.unrest ?? 1
  let formerLevel = saved?.formerLevel ?? Number.NaN
  let formerSlack = saved?.formerSlack ?? 0
  let formerUnrest = saved?.formerUnrest ?? saved?.unrest ?? 1
  let returnedRows = saved?.returnedRows ?? 0
  let warming = saved?.warming ?? (continues || !tracking.drifts ? 0 : WARM_UP)
  const farOff = tracking.drifts ? FAR_OFF_DRIFTING : FAR_OFF_STEADY
  const shift = createShiftWatch(acceptAfter, { farOff, patience: isConstant ? BRIDGED : 0 }, saved?.shift)

  const widenedBy = (rows: number): number => {
    const moved = Math.max(rows * drift, levelMove(tracking.levelMoves, rows) ** 2)
    return Math.min(variance + moved, Math.max(variance, widest))
  }
  const residualOf = (value: number): number => {
    const off = value - tracker.level
    return off - Math.max(-tracker.slack, Math.min(tracker.slack, off))
  }
  /** For a constant column either direction is off. */
  const sideOf = (zScore: number): number => {
    if (Math.abs(zScore) <= FAR) return 0
    return isConstant ? 1 : Math.sign(zScore)
  }
  /** What a residual is measured in: at a level with a slack the standard deviation of the values there. */
  const unit = (): number => (tracker.slack > 0 ? tracker.slack / SLACK : scale)
  const spreadAt = (uncertainty: number): number => unit() * Math.sqrt((1 + uncertainty) * Math.max(1, unrest))
  const evaluate = (value: number, steps: number): number => {
    if (steps > 1 && !shift.isHeld()) variance = widenedBy(steps - 1)
    tracker.spread = spreadAt(warming > 0 ? widest : variance)
    if (Number.isNaN(value)) return value
    const zScore = residualOf(value) / tracker.spread
    if (warming > 0) {
      tracker.level += (value - tracker.level) / (WARM_UP + 1 - warming--)
      variance = Math.max(steady, 1 / WARM_UP)
      return zScore
    }
    return follow(value, returned(value, zScore))
  }
  /** The residual of a value that may be back from a shift: from one taken for good, or from one that was not learned. */
  const returned = (value: number, zScore: number): number => {
    if (isConstant) returnedRows = Math.abs(value - formerLevel) <= formerSlack ? returnedRows + 1 : 0
    else if (Math.abs(zScore) <= HUBER) returnedRows = 0
    else if (Math.abs(value - formerLevel) < FAR * tracker.spread) returnedRows++
    if (returnedRows >= RETURNED_AFTER) {
      tracker.level = formerLevel
      tracker.slack = formerSlack
      unrest = formerUnrest
      formerLevel = Number.NaN
      returnedRows = 0
      tracker.spread = spreadAt(variance)
      shift.end()
    } else if (!isConstant && shift.isHeld() && isBack(value)) {
      variance = widenedBy(shift.rows())
      tracker.spread = spreadAt(variance)
      shift.end()
    }
    return residualOf(value) / tracker.spread
  }
  /** Whether a value lies no further off than the level went in training in as many rows. */
  const isBack = (value: number): boolean => Math.abs(value - tracker.level) < HUBER * spreadAt(widenedBy(shift.rows()))
  const follow = (value: number, zScore: number): number => {
    const found = shift.add(sideOf(zScore), zScore, value, { level: tracker.level, unrest })
    if (found === 'held') {
      tracker.level = shift.before().level
      unrest = shift.before().unrest
      return zScore
    }
    if (found === 'accepted') {
      formerLevel = shift.before().level
      formerSlack = tracker.slack
      formerUnrest = shift.before().unrest
      accept(shift.accepted(), value, zScore)
    } else {
      const step = Math.max(-HUBER, Math.min(HUBER, zScore)) * tracker.spread
      tracker.level += (variance / (1 + variance)) * step
      if (tracking.drifts || unrest > 1)
        unrest += UNREST_GAIN * (Math.min(HUBER * HUBER, zScore * zScore) * Math.max(1, unrest) - unrest)
    }
    variance = Math.max(steady, variance / (1 + variance) + drift)
    return zScore
  }
  /** Goes to a level that has lasted, and takes on its spread where that is another one than in training. */
  const accept = ({ level, spread }: { level: number; spread: number }, value: number, zScore: number): void => {
    if (isConstant) {
      tracker.level = level
      tracker.slack = SLACK * spread
      return
    }
    variance += zScore * zScore
    tracker.level += (variance / (1 + variance)) * (value - tracker.level)
    if (spread > CLEARLY_WIDER * scale) unrest = Math.max(unrest, (spread / scale) ** 2)
  }
  const tracker: LevelTracker = {
    level: saved?.level ?? tracking.level,
    spread: saved?.spread ?? scale * Math.sqrt(1 + variance),
    slack: saved?.slack ?? 0,
    evaluate,
    save: () => ({
      level: tracker.level,
      spread: tracker.spread,
      variance,
      unrest,
      slack: tracker.slack,
      formerLevel,
      formerSlack,
      formerUnrest,
      returnedRows,
      warming,
      shift: shift.save(),
    }),
  }
  return tracker
}

/** How far a level moves over so many rows, between those that were measured. */
function levelMove(moves: readonly number[] = [], rows: number): number {
  if (moves.length === 0) return 0
  const place = Math.min(moves.length - 1, Math.log(rows) / Math.log(4))
  const low = Math.floor(place)
  const high = Math.min(low + 1, moves.length - 1)
  return moves[low]! + (moves[high]! - moves[low]!) * (place - low)
}
