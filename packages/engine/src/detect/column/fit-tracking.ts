import { effectiveCount } from '../../stats/autocorrelation.ts'
import { everyKth } from '../../stats/every-kth.ts'
import { copyPresent, median, quantileSorted, sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { quantileInPlace } from '../../stats/select-in-place.ts'
import { isDrifting } from './drift-share.ts'
import { createLevelTracker, type Tracking } from './level-tracker.ts'

/** The level remembers some 100 rows, or some 20 where it drifts: longer than a fault should take to be noticed. */
const GAIN_STEADY = 0.01
/** The same where it drifts. */
const GAIN_DRIFTING = 0.05
/** What training holds is normal: a column that drifts settles on a shift in it after so many rows. */
const TRAINING_ACCEPTS_AFTER = 12
/** Times that the spread is measured anew, by tracking with the one before. */
const ROUNDS = 3
/** A column with states has so many at most: a slow gauge in whole numbers has more. */
const MAX_STATES = 3
/** It goes to another one in this part of its rows at most. */
const MAX_SWITCHED_SHARE = 0.1
/**
 * Spreads are measured on every k-th of more values. Fitted by measured time and memory: every k-th row trains three
 * times as fast with equal tails.
 */
const MAX_VALUES = 20_000

/**
 * Decides how a column is followed, and measures the spread of the standardised residuals that this leaves. The tracking is that of the
 * training; `scoringTracking` turns it into that of the rows after it.
 */
export function fitTracking(residuals: Float64Array, steps: Float64Array): Tracking {
  const sorted = sortPresent(everyKth(residuals, MAX_VALUES))
  const whole = robustScale(sorted)
  if (!(whole.scale > 0)) return constantTracking(whole.center || 0)
  const switches = isSwitching(residuals)
  const drifts = !switches && isDrifting(residuals)
  const gain = drifts ? GAIN_DRIFTING : switches || standsStill(sorted, whole.center) ? 0 : GAIN_STEADY
  const tracking: Tracking = {
    gain,
    drifts,
    scale: whole.scale,
    level: whole.center,
    levelSpread: 0,
    acceptAfter: drifts ? TRAINING_ACCEPTS_AFTER : 0,
  }
  return gain === 0 ? tracking : fitSpread(residuals, steps, { ...tracking, level: firstLevel(residuals) })
}

/**
 * The tracking of rows after the training, in which a shift is a fault until it has lasted for `acceptAfter` rows. A column that
 * stands still keeps its level, unless it never did anything else.
 */
export function scoringTracking(tracking: Tracking, acceptAfter: number): Tracking {
  const followsShifts = tracking.levelMoves !== undefined || tracking.isConstant === true
  return followsShifts ? { ...tracking, acceptAfter } : tracking
}

/** How far values lie off a slow level before them, by a first look; as they are where most are equal. */
export function roughZScores(residuals: Float64Array, steps: Float64Array): Float64Array {
  const sorted = sortPresent(everyKth(residuals, MAX_VALUES))
  const scale = (quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25)) / 1.349
  if (!(scale > 0)) return residuals
  const first = {
    gain: GAIN_STEADY,
    drifts: false,
    scale,
    level: firstLevel(residuals),
    levelSpread: 0,
    acceptAfter: 0,
  }
  return follow(residuals, steps, first).zScores
}

/** The middle of the first values. */
export function firstLevel(residuals: Float64Array): number {
  const first: number[] = []
  for (let row = 0; row < residuals.length && first.length < 20; row++)
    if (!Number.isNaN(residuals[row]!)) first.push(residuals[row]!)
  return median(first)
}

function spreadOf(values: Float64Array): number {
  return robustScale(sortPresent(everyKth(values, MAX_VALUES))).scale
}

/** A column that never changed is evaluated in hundredths of its value. */
function constantTracking(level: number): Tracking {
  return {
    gain: 0,
    drifts: false,
    scale: 0.01 * Math.abs(level) || 1,
    level,
    levelSpread: 0,
    isConstant: true,
    acceptAfter: 0,
  }
}

/** A column that stands at one value for much of the time is evaluated from that value, not from a level that creeps. */
function standsStill(sorted: Float64Array, center: number): boolean {
  let count = 0
  for (const value of sorted) if (value === center) count++
  return count > 0.3 * sorted.length
}

/** A column that stays at one of a few values, leaves it for another and comes back has states, and no level that moves: not a step for good, nor a staircase. */
function isSwitching(values: Float64Array): boolean {
  const states = new Set<number>()
  let [rows, switched] = [0, 0]
  let before = Number.NaN
  for (const value of values) {
    if (Number.isNaN(value)) continue
    rows++
    if (value === before) continue
    if (!Number.isNaN(before)) switched++
    before = value
    states.add(value)
    if (states.size > MAX_STATES) return false
  }
  return switched >= states.size && switched <= MAX_SWITCHED_SHARE * rows
}

function fitSpread(residuals: Float64Array, steps: Float64Array, first: Tracking): Tracking {
  let tracking = first
  let levelScale = 0
  for (let round = 0; round < ROUNDS; round++) {
    const run = follow(residuals, steps, tracking)
    const zScore = spreadOf(run.zScores)
    tracking = { ...tracking, scale: Math.max(tracking.scale * zScore, 1e-9 * first.scale) }
    levelScale = spreadOf(run.levels)
  }
  const zScores = follow(residuals, steps, tracking).zScores.map((z) => Math.max(-5, Math.min(5, z)))
  tracking = { ...tracking, scale: tracking.scale * (1 + 1 / Math.sqrt(effectiveCount(zScores))) }
  const { level, levels } = follow(residuals, steps, tracking)
  return {
    ...tracking,
    level,
    levelSpread: ((tracking.drifts ? 3 : 1) * levelScale) / tracking.scale,
    levelMoves: measureMoves(levels).map((move) => move / tracking.scale),
  }
}

/** How far a level moves over 1, 4, 16, 64… rows, as a standard deviation: up to a third of the training. */
function measureMoves(levels: Float64Array): number[] {
  const moves: number[] = []
  for (let lag = 1; 3 * lag <= levels.length; lag *= 4) {
    const distances = levels.subarray(lag).map((level, row) => Math.abs(level - levels[row]!))
    moves.push(quantileInPlace(copyPresent(everyKth(distances, MAX_VALUES)), 0.95) / 1.96)
  }
  return moves
}

function follow(residuals: Float64Array, steps: Float64Array, tracking: Tracking) {
  const tracker = createLevelTracker(tracking)
  const levels = new Float64Array(residuals.length)
  const zScores = residuals.map((value, row) => {
    const zScore = tracker.evaluate(value, steps[row]!)
    levels[row] = tracker.level
    return zScore
  })
  return { zScores, levels, level: tracker.level }
}
