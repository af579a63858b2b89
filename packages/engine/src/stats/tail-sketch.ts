import type { Arena } from './arena.ts'
import { fitGpdWeighted, gpdSurvival } from './gpd.ts'
import type { Packable } from './packable.ts'
import { readCounts, writeCounts } from './packed-counts.ts'
import { powerOfTwo } from './power-of-two.ts'

/**
 * The distribution of an anomaly score in bounded memory: counts in bins whose edges grow by 2^(1/16) (as DDSketch, Masson et al.,
 * VLDB 2019, so that ranks hold to 4 % of the value) and a generalised Pareto tail over the upper 2 % (SPOT; Siffer et al.,
 * KDD 2017), fitted again every 50 values. After `fadeAfter` values all counts are halved: old ones lose weight.
 */
export type TailSketch = Packable & {
  /** How many values it speaks for; less than were added once it has faded. */
  readonly count: number
  /** Probability of an anomaly score of at least `value`, never 0. */
  probability(value: number): number
  /** Takes in an anomaly score of at least 0. */
  add(value: number): void
  /** By how much anomaly scores may be off and rank about the same: an eighth of the median. 0 where that cannot be said yet. */
  readonly resolution: number
}

/** Sizes of a sketch: bins of 4 bytes. */
export type TailSketchOptions = { bins: number; fadeAfter: number }

/** Bins for each doubling: ranks hold to 4 % of the value. */
const BINS_PER_OCTAVE = 16
/**
 * The part of the values that the generalised Pareto tail is fitted to. Source: Siffer et al., KDD 2017: the upper 2 %.
 */
const TAIL_SHARE = 0.02
/**
 * Values after which the tail is fitted again, once there are five hundred. Fitted on part of NAB and by measured cost.
 */
const REFIT = 50
/** The smallest value that has a bin of its own, and the smallest probability. */
const SMALLEST = 1e-30
/** The resolution is this part of the median. Fitted by measured time and memory. */
const PARTS_OF_MEDIAN = 8
/** Fewer values have no median. */
const MIN_FOR_MEDIAN = 20
/** A value further above all others is taken in as one that is nearer: it must not push the others out of the table. */
const MAX_OCTAVES_UP = 6

// Places in the state.
const COUNT = 0
const TOP = 1
const SINCE_FIT = 2
const LIMIT = 3
const RATE = 4
const SHAPE = 5
const SCALE = 6
const STATE = 7

/** A sketch whose state lies in `arena`. */
export function createTailSketch(arena: Arena, { bins, fadeAfter }: TailSketchOptions): TailSketch {
  const state = arena.f64(STATE)
  const counts = arena.f32(bins)
  const gpd = { shape: 0, scale: 1 }

  let latest = Number.NaN
  let latestSteps = 0
  /** Where a value stands on the scale of the bins; the last one is remembered, since most are asked about and then added. */
  const stepsOf = (value: number): number => {
    if (value !== latest) {
      latest = value
      latestSteps = Math.log2(Math.max(value, SMALLEST)) * BINS_PER_OCTAVE
    }
    return latestSteps
  }
  /** The bin of a step; bin 0 holds all below it. */
  const binOf = (step: number): number => Math.max(0, Math.min(bins - 1, step - state[TOP]! + bins - 1))
  const lowerEdge = (bin: number): number => powerOfTwo(2 * (bin + state[TOP]! - bins + 1))
  const middle = (bin: number): number => powerOfTwo(2 * (bin + state[TOP]! - bins + 1) + 1)
  const makeRoom = (top: number): void => {
    if (state[COUNT] === 0) state[TOP] = top
    const shift = Math.min(top - state[TOP]!, MAX_OCTAVES_UP * BINS_PER_OCTAVE)
    if (shift <= 0) return
    let lowest = 0
    for (let k = 0; k <= Math.min(shift, bins - 1); k++) lowest += counts[k]!
    counts.copyWithin(0, shift)
    counts.fill(0, Math.max(0, bins - shift))
    counts[0] = lowest
    state[TOP]! += shift
  }
  const fit = (): void => {
    state[SINCE_FIT] = 0
    const count = state[COUNT]!
    let beyond = 0
    let bin = bins - 1
    while (bin > 0 && beyond + counts[bin]! <= TAIL_SHARE * count + 1) beyond += counts[bin--]!
    const limit = lowerEdge(bin + 1)
    state[LIMIT] = limit
    state[RATE] = beyond / count
    if (beyond <= 0) return
    const excesses = new Float64Array(bins - bin - 1)
    const weights = new Float64Array(bins - bin - 1)
    let used = 0
    for (let k = bin + 1; k < bins; k++) {
      if (counts[k] === 0) continue
      excesses[used] = middle(k) - limit
      weights[used++] = counts[k]!
    }
    const { shape, scale } = fitGpdWeighted(excesses.subarray(0, used), weights.subarray(0, used))
    state[SHAPE] = shape
    state[SCALE] = scale
  }
  const rankProbability = (value: number): number => {
    const steps = stepsOf(value)
    const step = Math.floor(steps)
    const bin = binOf(step)
    const place = bin === 0 ? 0 : step > state[TOP]! ? 1 : steps - step
    return (sumAbove(counts, bin) + counts[bin]! * (1 - place) + 0.5) / (state[COUNT]! + 1)
  }
  return {
    get count() {
      return state[COUNT]!
    },
    probability(value) {
      if (state[COUNT] === 0) return 1
      if (!(value > state[LIMIT]!) || state[RATE] === 0) return rankProbability(value)
      gpd.shape = state[SHAPE]!
      gpd.scale = state[SCALE]!
      return Math.max(SMALLEST, state[RATE]! * gpdSurvival(gpd, value - state[LIMIT]!))
    },
    add(value) {
      const step = Math.floor(stepsOf(value))
      makeRoom(step)
      counts[binOf(step)]! += 1
      state[COUNT]! += 1
      state[SINCE_FIT]! += 1
      if (state[COUNT]! >= fadeAfter) {
        for (let k = 0; k < bins; k++) counts[k]! /= 2
        state[COUNT]! /= 2
      }
      if (state[SINCE_FIT]! >= (state[COUNT]! < 500 ? 10 : REFIT)) fit()
    },
    get resolution() {
      if (state[COUNT]! < MIN_FOR_MEDIAN) return 0
      let bin = bins - 1
      // All values in the lowest bin are the same to it
      for (let above = counts[bin]!; bin > 1 && above < state[COUNT]! / 2; above += counts[bin]!) bin--
      return lowerEdge(bin) / PARTS_OF_MEDIAN
    },
    pack(out) {
      out.count(state[COUNT]!)
      if (state[COUNT] === 0) return
      out.signed(state[TOP]!)
      out.count(state[SINCE_FIT]!)
      out.flag(state[LIMIT]! > 0)
      if (state[LIMIT]! > 0) out.signed(Math.round(Math.log2(state[LIMIT]!) * BINS_PER_OCTAVE) - state[TOP]!)
      for (const place of [RATE, SHAPE, SCALE]) out.f32(state[place]!)
      writeCounts(out, counts, bins)
    },
    unpack(from) {
      state.fill(0)
      state[COUNT] = from.count()
      if (state[COUNT] === 0) {
        counts.fill(0)
        return
      }
      state[TOP] = from.signed()
      state[SINCE_FIT] = from.count()
      if (from.flag()) state[LIMIT] = 2 ** ((from.signed() + state[TOP]!) / BINS_PER_OCTAVE)
      for (const place of [RATE, SHAPE, SCALE]) state[place] = from.f32()
      readCounts(from, counts)
    },
  }
}

function sumAbove(counts: Float32Array, bin: number): number {
  let sum = 0
  for (let k = counts.length - 1; k > bin; k--) sum += counts[k]!
  return sum
}
