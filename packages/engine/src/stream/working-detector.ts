import { type LocalClock, localClock, timeOfLocal } from '../series/local-clock.ts'
import type { Arena } from '../stats/arena.ts'
import { createBitReader } from '../stats/bit-reader.ts'
import type { Packable } from '../stats/packable.ts'
import { createTailSketch, type TailSketch } from '../stats/tail-sketch.ts'
import { ALARM, createAlarmFilter } from './alarm-filter.ts'
import { createChannels, STREAM_CHANNELS } from './channels.ts'
import type { DayKinds } from './day-kinds.ts'
import type { SeriesDetector, StreamPoint, StreamTrust } from './series-detector.ts'
import { createSidedChannels, STEPS_TO_MIDDLE } from './sided-evidence.ts'
import { createStepClock } from './step-clock.ts'
import { STORE_SIZES, type StreamSize } from './stream-size.ts'
import { createValueFrame } from './value-frame.ts'

/** A detector of the series whose state is in place, which another may take between two calls. */
export type WorkingDetector = SeriesDetector &
  Packable & {
    /** Length of its state. */
    readonly bytes: number
    /** How far the next score can be relied on. */
    readonly trust: StreamTrust
    /** Days that the points so far span, and the usual time between two of them in milliseconds. */
    readonly days: number
    readonly stepMs: number
    /** Points before the last one that had its value. */
    readonly run: number
    /** Forgets how anomalous points have been, as where they come at another step from now on; what was learned of values and seasons stays. */
    restart(): void
    /** Has what was learned by another clock hold for its own, as if it had been learned by that. */
    convertSeasonsFrom(clock: LocalClock): void
  }

/** Decades that one channel gives, at most. Fitted on part of NAB. */
const MAX_DECADES = 8
/**
 * A range left by this part of itself is worth attention whatever the channels say, and an alarm where they agree.
 * Fitted on part of NAB.
 */
const RANGE_LEFT = 0.05
const RANGE_EVIDENCE = 1.5
const AGREEMENT = 0.6
/**
 * Any n values hold a record, once in n: only one rarer than about that counts in full. Fitted on part of NAB: also on
 * the files reversed, halved, cut and smoothed.
 */
const RECORD_SLACK = 0.15
const MIN_RECORD = 0.65
/**
 * A sample of n says nothing of odds beyond one in three hundred n. Fitted on part of NAB: also on the files reversed,
 * halved, cut and smoothed.
 */
const BEYOND_SAMPLE = 2.5
const MIN_PROBABILITY = 10 ** -BEYOND_SAMPLE
/**
 * Scores below this one are of points that are not worth attention: those of one channel go up to it, and those of the
 * mean are held to less. Fitted on part of NAB: the best threshold of these files.
 */
const ATTENTION_SCORE = 0.35
/**
 * The power by which a score of the mean that is held to less falls: steeply, or it would hide those of single
 * channels. Fitted on simulated series.
 */
const HELD_POWER = 12
/** Points after which the counts of the tails are halved. Fitted on part of NAB. */
const FADE_AFTER = 20_000
/** Fewer points have no tail. Fitted on part of NAB. */
const MIN_COUNT = 20
const HOUR = 3_600_000
const SEASON = STREAM_CHANNELS.indexOf('season')

/**
 * A detector whose state lies in `arena`, which has room for its size. Each channel's anomaly score becomes a tail probability by its own past
 * (SPOT; Siffer et al., KDD 2017), and their logarithms are averaged (Fisher's method, 1925, without its assumption of independence: the mean
 * is evaluated by its own past in turn). A range that was left counts beside it: the simplest detector, and a strong one (Wu and Keogh,
 * 2020). Nothing is fitted to a series; any offset, unit, direction and whole number of weeks gives the same scores. Without `kinds` all days are alike. Throws RangeError for an unknown zone.
 */
export function createWorkingDetector(
  size: StreamSize,
  arena: Arena,
  { timeZone = 'UTC', kinds }: { timeZone?: string | undefined; kinds?: DayKinds },
): WorkingDetector {
  const localOf = localClock(timeZone)
  const sizes = STORE_SIZES[size]
  const sketch = { bins: sizes.bins, fadeAfter: FADE_AFTER }
  const frame = createValueFrame(arena)
  const clock = createStepClock(arena)
  const resolution = (): number => (sizes.isRounded ? tails[SEASON]!.resolution : 0)
  const channels = createChannels(arena, sizes, { resolution, kinds })
  const tails: TailSketch[] = STREAM_CHANNELS.map(() => createTailSketch(arena, sketch))
  const whole = createTailSketch(arena, sketch)
  const filter = createAlarmFilter(arena)
  const sided = createSidedChannels(arena, channels.byClock, { ...sizes, kinds })
  const decades = new Float64Array(tails.length)
  let reason: StreamPoint['reason']

  const decadesOf = (channel: number, anomalyScore: number): number => {
    const tail = tails[channel]!
    if (Number.isNaN(anomalyScore)) return 0
    const { count } = tail
    const decades = count < MIN_COUNT ? 0 : -Math.log10(tail.probability(anomalyScore))
    tail.add(anomalyScore)
    return decades <= BEYOND_SAMPLE ? decades : Math.min(MAX_DECADES, maxDecades(count), decades)
  }
  /** What a range that was left is worth: more where the channels agree, less where the value is no rarer than records are. */
  const noveltyOf = (evidence: number, rarity: number): number => {
    const lead = rarity - Math.log10(tails[0]!.count + 1)
    const share = Math.max(MIN_RECORD, Math.min(1, 1 + RECORD_SLACK + lead))
    return share * Math.min(RANGE_EVIDENCE + AGREEMENT * evidence, Math.log10(whole.count + 1))
  }
  /** The mean over all channels, also those that have nothing to say yet: a young series has to be more anomalous. */
  const weigh = (local: number, x: number): number => {
    const anomalyScore = channels.measure(local, x)
    let sum = 0
    let max = 0
    reason = undefined
    for (let k = 0; k < tails.length; k++) {
      decades[k] = decadesOf(k, anomalyScore[k]!)
      sum += decades[k]!
      if (decades[k]! > max) {
        max = decades[k]!
        reason = STREAM_CHANNELS[k]
      }
    }
    const evidence = Math.max(0, sum / tails.length + clock.pace)
    if (frame.novelty(x) <= RANGE_LEFT) return evidence
    reason = 'range'
    return Math.max(evidence, noveltyOf(evidence, decades[0]!))
  }
  const rank = (evidence: number): number => {
    const { count } = whole
    const probability = count < MIN_COUNT ? 1 : whole.probability(evidence)
    whole.add(evidence)
    return probability >= MIN_PROBABILITY ? probability : Math.max(probability, 10 ** -maxDecades(count))
  }
  return {
    get bytes() {
      return arena.used
    },
    get count() {
      return clock.points
    },
    get seasons() {
      return channels.seasons
    },
    get trust() {
      return trustIn(clock.points, clock.days)
    },
    get days() {
      return clock.days
    },
    get stepMs() {
      return clock.stepMs
    },
    get run() {
      return sided.run
    },
    seasonalValue: (time) => frame.valueAt(channels.seasonalLevel(localOf(time) + STEPS_TO_MIDDLE * clock.stepMs)),
    push(time, value) {
      if (!Number.isFinite(time)) throw new RangeError(`a point in time is finite, not ${time}`)
      const trust = trustIn(clock.points, clock.days)
      if (!Number.isFinite(value)) return { score: 0, val: 0, probability: 1, trust, reason: undefined }
      const x = frame.normalise(value)
      clock.add(time)
      const local = localOf(time)
      const evidence = weigh(local, x)
      const { range } = frame
      const one = sided.measure({ time, local, x, range, stepMs: clock.stepMs, days: clock.days, step: channels.step })
      const passed = filter.pass(evidence)
      const score = Math.max(scoreOfMean(passed / ALARM), scoreOfChannel(one.unreported))
      if (passed >= ALARM) sided.note(channels.side, time)
      const isOne = one.level > evidence / ALARM
      if (isOne && evidence < ALARM) reason = one.reason
      const side = isOne && one.side !== 0 ? one.side : channels.side
      const val = frame.direction * side * Math.min(10, Math.max(one.level, evidence / ALARM))
      const probability = rank(Math.max(evidence, ALARM * one.level))
      frame.learn(x)
      channels.learn(local, x)
      return { score, val, probability, trust, reason }
    },
    restart() {
      const nothing = createBitReader()
      for (const part of [...tails, whole, filter, sided]) part.unpack(nothing)
    },
    convertSeasonsFrom(other) {
      const timeOf = (shown: number): number => timeOfLocal(other, shown)
      channels.byClock.move((shown) => localOf(timeOf(shown)))
      const { latest } = clock
      sided.followSeasons(Math.floor(localOf(latest) / HOUR) - Math.floor(other(latest) / HOUR))
    },
    pack(out) {
      frame.pack(out)
      clock.pack(out)
      channels.pack(out)
      for (const tail of tails) tail.pack(out)
      whole.pack(out)
      filter.pack(out)
      sided.pack(out)
    },
    unpack(from) {
      frame.unpack(from)
      clock.unpack(from)
      channels.unpack(from)
      for (const tail of tails) tail.unpack(from)
      whole.unpack(from)
      filter.unpack(from)
      sided.unpack(from)
    },
  }
}

/** Half of what is possible for an alarm of 1; below attention less than a single channel has. */
function scoreOfMean(alarms: number): number {
  const score = 1 - 2 ** -alarms
  return score < ATTENTION_SCORE ? ATTENTION_SCORE * (score / ATTENTION_SCORE) ** HELD_POWER : score
}

/** A single channel that gives no alarm is never worth the attention that the mean is. */
function scoreOfChannel(level: number): number {
  return level < 1 ? ATTENTION_SCORE * level : 1 - 2 ** -level
}

function maxDecades(count: number): number {
  return Math.log10(count + 1) + BEYOND_SAMPLE
}

/** Twenty values are needed for any rank, a hundred for all channels but the seasons, a week for those. */
export function trustIn(points: number, days: number, pointsOfWeek = 5000): StreamTrust {
  if (points < 36) return 'none'
  if (points < 150) return 'low'
  return days < 7 && points < pointsOfWeek ? 'medium' : 'high'
}
