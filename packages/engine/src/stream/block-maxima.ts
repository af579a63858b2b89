import type { Arena } from '../stats/arena.ts'
import { fitGumbelPower, inversePower, type MinDeviation, powerTransform } from '../stats/gumbel-power.ts'
import type { Packable } from '../stats/packable.ts'
import { readIntegers, writeIntegers } from '../stats/packed-integers.ts'
import { powerOfTwo } from '../stats/power-of-two.ts'

/**
 * Says how far above the largest values of earlier blocks a statistic lies. The distribution of block maxima is Gumbel's, for which
 * neither the dependence of neighbours nor the body of the distribution matters (Gumbel 1958; Coles, An Introduction to Statistical Modeling
 * of Extreme Values, 2001, ch. 3), once a power has brought the tail near an exponential one (Box and Cox 1964).
 */
export type BlockMaxima = Packable & {
  /** Whether enough blocks have ended. */
  readonly isReady: boolean
  /** 0 for the mean of the maxima of a channel, 1 for an alarm; only once it is ready. */
  level(channel: number, statistic: number): number
  /** Takes in the statistics of a point, each at least 0, at a usual step. */
  add(statistics: Float64Array, stepMs: number): void
}

/** How the maxima of a channel are calibrated. */
export type BlockChannel = {
  /** What is added before the power is taken. */
  offset: number
  min: MinDeviation
  /** Deviations above their mean that are an alarm; more where the tail is heavy. */
  reach: number
  /** The part of their mean that their deviation is in normal noise. */
  ofNoise: number
}

/**
 * Points of a block: half a day of five minutes. Fitted on simulated series, part of NAB and part of the NASA
 * telemetry: 72 and 96 were tried and left. Where points are nearer it is half a day all the same, or blocks of minutes would take each night for news.
 */
const BLOCK = 144
const BLOCK_MS = BLOCK * 300_000
/**
 * The last two do not count yet: an incident that grows slowly must not raise its own limit. Fitted on simulated
 * series.
 */
const DELAY = 2
/** Blocks that are needed before a level is given. */
const FEWEST = 10
/**
 * Standard errors of both moments at that height, from independent blocks: a dozen of them must not give an alarm by
 * chance. Fitted on simulated series and part of NAB: false alarms of both were looked at.
 */
const UNCERTAINTY = 5
/**
 * Maxima that vary more than this many times as much as the maxima of noise have a heavy tail, whose power may be
 * overestimated: up to `MAX_ADDED` is added to the reach. Fitted on simulated series.
 */
const HEAVY = 2
const MAX_ADDED = 0.6
/** A block that gave an alarm counts as one that just did not. */
const MAX_LEVEL = 1
/** Maxima are kept to 2 %, so that it makes no difference whether they were packed. */
const PER_OCTAVE = 32
const LOWEST = -10 * PER_OCTAVE
const HIGHEST = 40 * PER_OCTAVE

const IN_BLOCK = 0
const BLOCKS = 1
const STATE = 2

const CURRENT = 0
const POWER = 1
const MEAN = 2
const SCALE = 3
const FITTED = 4

/** Channels whose last `kept` block maxima lie in `arena`. */
export function createBlockMaxima(arena: Arena, channels: readonly BlockChannel[], kept: number): BlockMaxima {
  const state = arena.f64(STATE)
  const fitted = arena.f64(channels.length * FITTED)
  const codes = arena.f32(channels.length * kept)
  const maxima = new Float64Array(kept)
  const packed = new Int32Array(channels.length * kept)

  const isReady = (): boolean => state[BLOCKS]! >= FEWEST
  const level = (channel: number, statistic: number): number => {
    const at = channel * FITTED
    const y = powerTransform(statistic + channels[channel]!.offset, fitted[at + POWER]!)
    return (y - fitted[at + MEAN]!) / fitted[at + SCALE]!
  }
  const fit = (channel: number): void => {
    const ended = state[BLOCKS]! - DELAY
    const count = Math.min(kept - DELAY, ended)
    for (let k = 0; k < count; k++) maxima[k] = powerOfTwo(codes[channel * kept + ((ended - count + k) % kept)]!)
    const { min, reach, ofNoise } = channels[channel]!
    const { power, mean, deviation, correlation } = fitGumbelPower(maxima, count, min)
    const spread = deviation * inversePower(mean, power) ** -power
    const heaviness = Math.max(1, Math.min(1 + MAX_ADDED, spread / (HEAVY * ofNoise)))
    const dependence = (1 + correlation) / (1 - correlation)
    const at = channel * FITTED
    fitted[at + POWER] = power
    fitted[at + MEAN] = mean
    const uncertainty = 1 + UNCERTAINTY * Math.sqrt(dependence / count)
    fitted[at + SCALE] = reach * heaviness * deviation * Math.sqrt(dependence) * uncertainty
  }
  const endBlock = (): void => {
    const place = state[BLOCKS]! % kept
    for (let k = 0; k < channels.length; k++) {
      const at = k * FITTED
      const y = powerTransform(fitted[at + CURRENT]! + channels[k]!.offset, fitted[at + POWER]!)
      const max = fitted[at + MEAN]! + MAX_LEVEL * fitted[at + SCALE]!
      const isMore = isReady() && y > max
      const maximum = isMore ? inversePower(max, fitted[at + POWER]!) : fitted[at + CURRENT]! + channels[k]!.offset
      codes[k * kept + place] = codeOf(maximum)
      fitted[at + CURRENT] = 0
    }
    state[BLOCKS]! += 1
    state[IN_BLOCK] = 0
    if (isReady()) for (let k = 0; k < channels.length; k++) fit(k)
  }
  return {
    get isReady() {
      return isReady()
    },
    level,
    add(statistics, stepMs) {
      for (let k = 0; k < channels.length; k++) {
        const at = k * FITTED + CURRENT
        if (statistics[k]! > fitted[at]!) fitted[at] = statistics[k]!
      }
      state[IN_BLOCK]! += 1
      const points = stepMs > 0 ? Math.max(BLOCK, Math.round(BLOCK_MS / stepMs)) : BLOCK
      if (state[IN_BLOCK]! >= points) endBlock()
    },
    pack(out) {
      out.count(state[IN_BLOCK]!)
      out.count(state[BLOCKS]!)
      if (state[IN_BLOCK] === 0 && state[BLOCKS] === 0) return
      for (let k = 0; k < channels.length; k++) {
        const at = k * FITTED
        out.f32(fitted[at + CURRENT]!)
        if (!isReady()) continue
        out.bits(2 * fitted[at + POWER]!, 2)
        out.f32(fitted[at + MEAN]!)
        out.f32(fitted[at + SCALE]!)
      }
      const count = Math.min(kept, state[BLOCKS]!)
      for (let k = 0; k < channels.length; k++)
        for (let block = 0; block < count; block++) packed[k * count + block] = codes[k * kept + block]!
      writeIntegers(out, packed, count * channels.length)
    },
    unpack(from) {
      state[IN_BLOCK] = from.count()
      state[BLOCKS] = from.count()
      fitted.fill(0)
      if (state[IN_BLOCK] === 0 && state[BLOCKS] === 0) return
      for (let k = 0; k < channels.length; k++) {
        const at = k * FITTED
        fitted[at + CURRENT] = from.f32()
        if (!isReady()) continue
        fitted[at + POWER] = from.bits(2) / 2
        fitted[at + MEAN] = from.f32()
        fitted[at + SCALE] = from.f32()
      }
      const count = readIntegers(from, packed) / channels.length
      for (let k = 0; k < channels.length; k++)
        for (let block = 0; block < count; block++) codes[k * kept + block] = packed[k * count + block]!
    },
  }
}

function codeOf(maximum: number): number {
  return Math.max(LOWEST, Math.min(HIGHEST, Math.round(PER_OCTAVE * Math.log2(maximum))))
}
