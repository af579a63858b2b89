import type { Arena } from '../stats/arena.ts'
import type { Packable } from '../stats/packable.ts'
import { readValues, writeValues } from '../stats/packed-values.ts'
import type { BlockChannel } from './block-maxima.ts'
import type { Expected } from './seasonal-expectation.ts'

/**
 * Statistics of a point that are large where something is wrong, each at least 0:
 * - up, and then down: the residual in its own deviations, its means over 12 and 144 points, its change, and the mean of four values
 *   less the level before them, both only as far as they lead away from what is expected;
 * - of shape: the variance of the last 24 residuals, the lack of it in the last 48, and for how long the value has not changed, as logarithms.
 */
export type ResidualStatistics = Packable & {
  /** Undefined while nothing is expected, and for a series that goes one way. The array is used again. */
  measure(point: ResidualPoint): Float64Array | undefined
  /** Puts the errors by the hour of the day so many hours on. */
  turnHours(by: number): void
  /** Points before the last one that had its value. */
  readonly run: number
}

/** A point at a time that the clock shows, what was expected of it, the range so far, and the mean of the last four less the level before them. */
export type ResidualPoint = { time: number; x: number; expected: Expected; range: number; step: number }

/** Where the statistics of a direction begin; those of shape come after both, a burst first. */
export const CHANNELS_PER_SIDE = 5
export const BURST: number = 2 * CHANNELS_PER_SIDE
const COLLAPSE = BURST + 1
const FROZEN = BURST + 2

/**
 * In the order of the statistics of a direction. Means over many points have lighter tails, so that less is needed; a direction in which a series has never gone
 * has a deviation of some size all the same.
 * Fitted on simulated series and part of NAB: the reach of each, and the least deviation of frozen values.
 */
const SIDE_CHANNELS: readonly BlockChannel[] = [
  { offset: 0.3, min: { deviation: 0.15, ofMean: 0.08 }, reach: 4.1, ofNoise: 0.15 },
  { offset: 0.1, min: { deviation: 0.1, ofMean: 0.08 }, reach: 3.2, ofNoise: 0.2 },
  { offset: 0.05, min: { deviation: 0.1, ofMean: 0.08 }, reach: 2.65, ofNoise: 0.4 },
  { offset: 0.3, min: { deviation: 0.15, ofMean: 0.08 }, reach: 4.65, ofNoise: 0.155 },
  { offset: 0.1, min: { deviation: 0.05, ofMean: 0.08 }, reach: 4.65, ofNoise: 0.2 },
]

/**
 * How their block maxima are calibrated. Those of shape are logarithms, of which a part of the mean says nothing. A value that never stood still gives
 * an alarm after some thirty points.
 * Fitted on simulated series and part of NAB: the reach of each, and the least deviation of frozen values.
 */
export const RESIDUAL_CHANNELS: readonly BlockChannel[] = [
  ...SIDE_CHANNELS,
  ...SIDE_CHANNELS,
  { offset: 1, min: { deviation: 0.15, ofMean: 0 }, reach: 4.45, ofNoise: 0.05 },
  { offset: 1, min: { deviation: 0.15, ofMean: 0 }, reach: 4.45, ofNoise: 0.05 },
  { offset: 1, min: { deviation: 0.2, ofMean: 0.08 }, reach: 5.1, ofNoise: 1 },
]

const RING = 64
const PLACES = RING - 1
/**
 * Points of the shorter mean, and of the spans that the longer one is made of. Fitted on simulated series, part of NAB
 * and part of the NASA telemetry.
 */
const SPAN = 12
/** Spans of the longer mean. Fitted on simulated series, part of NAB and part of the NASA telemetry. */
const LONG_SPANS = 12
/** Points of which a large variance is a burst. */
const BURST_POINTS = 24
/** Points of which a small variance is a collapse. */
const COLLAPSE_POINTS = 48
/** Points without a change that count as little: the logarithm grows from here. */
const FROZEN_POINTS = 6
const HOUR_MS = 3_600_000
const HOURS = 24
/** Errors by the hour of the day over some days, and over all of it. */
const LOCAL_WEIGHT = 1 / 60
const GLOBAL_WEIGHT = 1 / 1000
/** Deviation of a normal variable with the mean absolute error 1. */
const DEVIATION = 1.25
/**
 * A deviation is no less than a part of the common error, of the range, and of what an edge explains that is half an
 * hour early or late. Fitted on simulated series, part of NAB and part of the NASA telemetry.
 */
const MIN_OF_GLOBAL = 0.4
const MIN_OF_RANGE = 0.001
const OF_EDGE = 0.4
/** An incident does not teach more than so many deviations. */
const MAX_TAUGHT_DEVIATIONS = 4
const LOG_OFFSET = 4
/** Added to a variance before its logarithm is taken. */
const MIN_VARIANCE = 1e-4
/** A counter or a constant: no more steps than this part of all go back. */
const ONE_WAY = 0.02
/** Fitted by measured time and memory. */
const PACKED_BITS = 16

const COUNT = 0
const GLOBAL = 1
const PREVIOUS = 2
const EXPECTED = 3
const RUN = 4
const UPS = 5
const DOWNS = 6
const STATE = 7

/** Statistics whose state lies in `arena`. */
export function createResidualStatistics(arena: Arena): ResidualStatistics {
  const state = arena.f64(STATE)
  const local = arena.f32(HOURS)
  const residuals = arena.f32(RING)
  const spans = arena.f32(LONG_SPANS)
  const statistics = new Float64Array(RESIDUAL_CHANNELS.length)
  const kept = new Float64Array(RING)
  let mean = 0
  let burst = 0
  let collapse = 0

  const isOneWay = (change: number): boolean => {
    if (change > 0) state[UPS]! += 1
    if (change < 0) state[DOWNS]! += 1
    return Math.min(state[UPS]!, state[DOWNS]!) <= ONE_WAY * (state[UPS]! + state[DOWNS]!)
  }
  const push = (z: number): void => {
    const count = state[COUNT]!
    const span = Math.floor(count / SPAN) % LONG_SPANS
    if (count % SPAN === 0) spans[span] = 0
    spans[span]! += z
    residuals[count & PLACES] = z
    state[COUNT]! += 1
  }
  const sumOfSpans = (): number => {
    let sum = 0
    for (let k = 0; k < LONG_SPANS; k++) sum += spans[k]!
    return sum
  }
  /** Gathers the sums of the last 12, 24 and 48 residuals and of their squares in one pass. */
  const gather = (): void => {
    let sum = 0
    let squares = 0
    for (let back = 1; back <= COLLAPSE_POINTS; back++) {
      const z = residuals[(state[COUNT]! - back) & PLACES]!
      sum += z
      squares += z * z
      if (back === SPAN) mean = sum / SPAN
      if (back === BURST_POINTS) burst = logVariance(sum, squares, BURST_POINTS)
    }
    collapse = logVariance(sum, squares, COLLAPSE_POINTS)
  }
  const setSided = (channel: number, value: number): void => {
    statistics[channel] = Math.max(0, value)
    statistics[CHANNELS_PER_SIDE + channel] = Math.max(0, -value)
  }
  const learnError = (hour: number, size: number, scale: number): void => {
    const share = 1 / state[COUNT]!
    const taken = Math.min(size, MAX_TAUGHT_DEVIATIONS * scale)
    local[hour]! += Math.max(LOCAL_WEIGHT, share) * (taken - local[hour]!)
    state[GLOBAL]! += Math.max(GLOBAL_WEIGHT, share) * (taken - state[GLOBAL]!)
  }
  return {
    measure({ time, x, expected: { value, edge }, range, step }) {
      const change = x - state[PREVIOUS]!
      state[RUN] = change === 0 ? state[RUN]! + 1 : 0
      state[PREVIOUS] = x
      if (isOneWay(change) || Number.isNaN(value)) return undefined
      const residual = x - value
      const size = Math.abs(residual)
      if (state[COUNT] === 0) {
        local.fill(size)
        state[GLOBAL] = size
        state[EXPECTED] = value
      }
      const hour = hourOfDay(Math.floor(time / HOUR_MS))
      const min = Math.max(MIN_OF_RANGE * range, Number.MIN_VALUE)
      const error = Math.max(local[hour]!, MIN_OF_GLOBAL * state[GLOBAL]!)
      const scale = Math.max(DEVIATION * error, OF_EDGE * edge, min)
      push(residual / scale)
      gather()
      setSided(0, residual / scale)
      setSided(1, mean)
      setSided(2, sumOfSpans() / (SPAN * LONG_SPANS))
      setSided(3, leadingAway((change - (value - state[EXPECTED]!)) / scale, residual / scale))
      setSided(4, leadingAway(step / Math.max(DEVIATION * state[GLOBAL]!, min), mean))
      state[EXPECTED] = value
      const isFull = state[COUNT]! > COLLAPSE_POINTS
      statistics[BURST] = isFull ? Math.max(0, LOG_OFFSET + burst) : 0
      statistics[COLLAPSE] = isFull ? Math.max(0, LOG_OFFSET - collapse) : 0
      statistics[FROZEN] = Math.log(1 + state[RUN]! / FROZEN_POINTS)
      learnError(hour, size, scale)
      return statistics
    },
    get run() {
      return state[RUN]!
    },
    turnHours(by) {
      const errors = Float32Array.from(local)
      for (let hour = 0; hour < HOURS; hour++) local[hourOfDay(hour + by)] = errors[hour]!
    },
    pack(out) {
      for (const place of [COUNT, RUN, UPS, DOWNS]) out.count(state[place]!)
      out.f36(state[PREVIOUS]!)
      if (state[COUNT] === 0) return
      out.f32(state[GLOBAL]!)
      out.f32(state[EXPECTED]!)
      writeValues(out, local, HOURS, { bits: PACKED_BITS })
      writeValues(out, spans, LONG_SPANS, { bits: PACKED_BITS })
      const count = Math.min(COLLAPSE_POINTS, state[COUNT]!)
      for (let back = 1; back <= count; back++) kept[back - 1] = residuals[(state[COUNT]! - back) & PLACES]!
      writeValues(out, kept, count, { bits: PACKED_BITS })
    },
    unpack(from) {
      for (const place of [COUNT, RUN, UPS, DOWNS]) state[place] = from.count()
      state[PREVIOUS] = from.f36()
      for (const values of [local, spans, residuals]) values.fill(0)
      state[GLOBAL] = state[EXPECTED] = 0
      if (state[COUNT] === 0) return
      state[GLOBAL] = from.f32()
      state[EXPECTED] = from.f32()
      readValues(from, local)
      readValues(from, spans)
      const count = readValues(from, kept)
      for (let back = 1; back <= count; back++) residuals[(state[COUNT]! - back) & PLACES] = kept[back - 1]!
    },
  }
}

function hourOfDay(hours: number): number {
  return ((hours % HOURS) + HOURS) % HOURS
}

/** A move towards what is expected is a recovery. */
function leadingAway(move: number, distance: number): number {
  if (move * distance <= 0) return 0
  return Math.sign(move) * Math.min(Math.abs(move), 2 * Math.abs(distance))
}

function logVariance(sum: number, squares: number, points: number): number {
  return Math.log(Math.max(0, squares / points - (sum / points) ** 2) + MIN_VARIANCE)
}
