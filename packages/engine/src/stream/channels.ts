import type { Arena } from '../stats/arena.ts'
import type { BitReader } from '../stats/bit-reader.ts'
import type { BitWriter } from '../stats/bit-writer.ts'
import type { Packable } from '../stats/packable.ts'
import { readValues, writeValues } from '../stats/packed-values.ts'
import { createValueSketch } from '../stats/value-sketch.ts'
import { createDiscord } from './discord.ts'
import { createSeasonStore, type SeasonStore, type SeasonStoreOptions } from './season-store.ts'
import type { StoreSizes } from './stream-size.ts'

/**
 * What can be anomalous about a point:
 * - `rarity`: its distance to the fifth nearest value seen (Ramaswamy et al., SIGMOD 2000);
 * - `season`: how far the last six are, on average, from the level at this time of earlier days and weeks (the residual of the
 *   seasonal naive forecast; Hyndman and Athanasopoulos, Forecasting, 5.2), from the nearest of these levels;
 * - `level`: how far the last four are, on average, from an exponentially weighted mean (Roberts, Technometrics 1959);
 * - `shape`, `longShape`: how far the last 24 values, and the last 24 means of four, are from the nearest interval before them (the
 *   left discord; Lu et al., KDD 2022);
 * - `flatness`: by how much the variance of the last 48 has collapsed, as the logarithm of its ratio to the long-run one.
 */
export type StreamChannel = 'rarity' | 'season' | 'level' | 'shape' | 'longShape' | 'flatness'

/** The channels, in the order of their anomaly score. */
export const STREAM_CHANNELS: readonly StreamChannel[] = ['rarity', 'season', 'level', 'shape', 'longShape', 'flatness']

/** Measures how anomalous a value is, each channel in its own unit, by what came before it. Times are those that the clock shows. */
export type Channels = Packable & {
  /** Anomaly score by channel, at least 0; NaN where a channel has nothing to compare with. The array is used again. */
  measure(time: number, x: number): Float64Array
  /** Takes in the value that was measured last. */
  learn(time: number, x: number): void
  /** Where the value stands: above or below the level before it. */
  readonly side: 1 | -1
  /** The mean of the last four values less the level before them. */
  readonly step: number
  readonly seasons: number[]
  readonly byClock: SeasonStore
  /** The level at the same time of earlier days and weeks; NaN where no season of a day or a week was found. */
  seasonalLevel(time: number): number
}

/** The EWMA of the level, and of the long variance. Fitted on part of NAB. */
const LEVEL_WEIGHT = 0.01
const VARIANCE_WEIGHT = 1 / 4000
/**
 * Points that level, season and flatness are smoothed over: single points are the business of rarity and shape. Fitted
 * on part of NAB.
 */
const LEVEL_SPAN = 4
export const SEASON_SPAN = 6
const FLAT_SPAN = 48
/** Values after which the counts of the values seen are halved. Fitted on part of NAB. */
const FADE_AFTER = 20_000
/** Rarity is the distance to the value seen of this rank, from the nearest on. Fitted on part of NAB. */
const NEIGHBOURS = 5
/** Fewer values seen have no rarity. Fitted on part of NAB. */
const MIN_VALUES = 10
/** Values of a shape. Fitted on part of NAB. */
const SHAPE_LENGTH = 24
/** The long shape is one of means of four values. Fitted on part of NAB. */
const LONG_STEP = 4
/** Keeps the anomaly score of a variance above 0: e^8 times the usual one. */
const FLAT_OFFSET = 8

const COUNT = 0
const LEVEL = 1
const MEAN = 2
const VARIANCE = 3
const RANGE = 4
const LONG_SHAPE = 5
const SIDE = 6
const STATE = 7

/** Channels whose state lies in `arena`. Values are expected near 0 and 1 (see `createValueFrame`). */
export function createChannels(arena: Arena, sizes: StoreSizes, ofSeasons: SeasonStoreOptions): Channels {
  const state = arena.f64(STATE)
  const values = createValueSketch(arena, sizes.centers, FADE_AFTER)
  const shape = createDiscord(arena, { length: SHAPE_LENGTH, lags: sizes.shortLags, stride: 2 })
  const longShape = createDiscord(arena, { length: SHAPE_LENGTH, lags: sizes.longLags, stride: 1 })
  const seasons = createSeasonStore(arena, sizes.days, ofSeasons)
  const recent = createRecentValues(arena)
  const anomalyScore = new Float64Array(STREAM_CHANNELS.length)
  let step = 0

  const rarity = (x: number): number => {
    const count = state[COUNT]!
    if (count < 64 || count % 16 === 0) state[RANGE] = values.quantile(0.95) - values.quantile(0.05) || 0
    return values.weight < MIN_VALUES ? Number.NaN : values.distance(x, NEIGHBOURS)
  }
  const flatness = (): number => {
    if (state[COUNT]! < 2 * FLAT_SPAN) return Number.NaN
    const usual = state[VARIANCE]!
    const now = recent.variance(FLAT_SPAN)
    return usual > 0 ? Math.max(0, FLAT_OFFSET - Math.log(now / usual + 1e-12)) : 0
  }
  const measureLongShape = (): void => {
    if (state[COUNT]! % LONG_STEP !== LONG_STEP - 1) return
    state[LONG_SHAPE] = longShape.push(recent.mean(LONG_STEP), state[RANGE]!, state[LEVEL]!)
  }
  return {
    get side() {
      return state[SIDE]! < 0 ? -1 : 1
    },
    get step() {
      return step
    },
    byClock: seasons,
    get seasons() {
      return seasons.seasons
    },
    seasonalLevel: seasons.level,
    measure(time, x) {
      recent.push(x)
      anomalyScore[0] = rarity(x)
      anomalyScore[1] = seasons.deviation(time, recent.mean(SEASON_SPAN))
      step = recent.mean(LEVEL_SPAN) - state[LEVEL]!
      anomalyScore[2] = Math.abs(step)
      anomalyScore[3] = shape.push(x, state[RANGE]!, state[LEVEL]!)
      if (state[COUNT] === 0) state[LONG_SHAPE] = Number.NaN
      measureLongShape()
      anomalyScore[4] = state[LONG_SHAPE]!
      anomalyScore[5] = flatness()
      state[SIDE] = x - state[LEVEL]!
      return anomalyScore
    },
    learn(time, x) {
      values.add(x)
      seasons.add(time, recent.mean(SEASON_SPAN))
      const share = 1 / (state[COUNT]! + 1)
      state[LEVEL]! += Math.max(LEVEL_WEIGHT, share) * (x - state[LEVEL]!)
      const weight = Math.max(VARIANCE_WEIGHT, share)
      const change = x - state[MEAN]!
      state[MEAN]! += weight * change
      state[VARIANCE] = (1 - weight) * (state[VARIANCE]! + weight * change * change)
      state[COUNT]! += 1
    },
    pack(out) {
      out.count(state[COUNT]!)
      for (let k = LEVEL; k < STATE; k++) out.f36(state[k]!)
      values.pack(out)
      shape.pack(out)
      longShape.pack(out)
      seasons.pack(out)
      recent.pack(out, FLAT_SPAN, shape.quantised)
    },
    unpack(from) {
      state[COUNT] = from.count()
      for (let k = LEVEL; k < STATE; k++) state[k] = from.f36()
      values.unpack(from)
      shape.unpack(from)
      longShape.unpack(from)
      seasons.unpack(from)
      recent.unpack(from, shape.quantised)
    },
  }
}

/** The last 64 values. */
type RecentValues = {
  readonly count: number
  push(value: number): void
  /** Mean of the last `k` values, or of as many as there are. */
  mean(k: number): number
  /** Their variance, about their mean. */
  variance(k: number): number
  /**
   * Packs the last `k` values, as differences to what is known of those so many before the last one; `unpack` is the store that has seen no others
   * lately.
   */
  pack(out: BitWriter, k: number, known: (back: number) => number): void
  unpack(from: BitReader, known: (back: number) => number): void
}

const CAPACITY = 64
const PLACES = CAPACITY - 1
/** The bits of the largest difference, which is half a step of 256 to the range. Fitted by measured time and memory. */
const PACKED_BITS = 16

/** An empty store whose state lies in `arena`. */
export function createRecentValues(arena: Arena): RecentValues {
  const state = arena.f64(1)
  const values = arena.f64(CAPACITY)
  const kept = new Float64Array(CAPACITY)
  const mean = (k: number): number => {
    const end = state[0]!
    const count = Math.min(k, end)
    let sum = 0
    for (let back = 1; back <= count; back++) sum += values[(end - back) & PLACES]!
    return sum / count
  }
  return {
    get count() {
      return state[0]!
    },
    push(value) {
      values[state[0]! & PLACES] = value
      state[0]! += 1
    },
    mean,
    variance(k) {
      const end = state[0]!
      const count = Math.min(k, end)
      const center = mean(k)
      let sum = 0
      for (let back = 1; back <= count; back++) {
        const off = values[(end - back) & PLACES]! - center
        sum += off * off
      }
      return sum / count
    },
    pack(out, k, known) {
      const end = state[0]!
      const count = Math.min(k, end)
      out.count(end)
      for (let at = 0; at < count; at++) {
        const back = count - 1 - at
        kept[at] = values[(end - 1 - back) & PLACES]! - known(back)
      }
      writeValues(out, kept, count, { bits: PACKED_BITS })
    },
    unpack(from, known) {
      const end = from.count()
      const count = readValues(from, kept)
      state[0] = end
      for (let back = 0; back < count; back++) values[(end - 1 - back) & PLACES] = known(back) + kept[count - 1 - back]!
    },
  }
}
