import { type LocalClock, localClock, timeOfLocal } from '../series/local-clock.ts'
import { createArena } from '../stats/arena.ts'
import { checksum } from '../stats/checksum.ts'
import type { Packable } from '../stats/packable.ts'
import { createTailSketch, type TailSketch } from '../stats/tail-sketch.ts'
import { ALARM, createAlarmFilter } from './alarm-filter.ts'
import { createChannels, type StreamChannel, streamChannels } from './channels.ts'
import { createSidedChannels } from './sided-evidence.ts'
import { createStepClock } from './step-clock.ts'
import { type StreamSize, storeSizes, streamSizes } from './stream-size.ts'
import { createValueFrame } from './value-frame.ts'

/** How far a score can be relied on: by how many values and days came before it. */
export type StreamTrust = 'none' | 'low' | 'medium' | 'high'

/** What is said of one point. */
export type StreamPoint = {
  /** Alarm strength from 0 to 1: 0.5 is the shipped alarm, and an incident that was reported is not reported again unless it grows. */
  score: number
  /** How anomalous the point is, reported or not, from -10 to 10: 1 is the strength of an alarm, below 0 a value under its level. */
  val: number
  /** The part of the points of this series, so far, that were as anomalous; n of them cannot say less than 1 / 300 n. */
  probability: number
  trust: StreamTrust
  /** What is most anomalous about the point; undefined for a gap and while there is nothing to compare with. */
  reason: StreamChannel | 'range' | undefined
}

/** A detector of one series. */
export type StreamDetector = {
  /**
   * Scores a point by those before it and learns it. `time` is epoch milliseconds, in steps of any length; a time that stops or
   * goes back is scored by its value alone. A value that is not finite is a gap: it scores 0 and teaches nothing. Throws
   * RangeError for a time that is not finite.
   */
  push(time: number, value: number): StreamPoint
  /** Values learned so far. */
  readonly count: number
  /** Seasons found, in milliseconds: of an hour, half a day, a day, a week. */
  readonly seasons: number[]
  /** The value at the same time of earlier days and weeks; NaN where no season of a day or a week was found. */
  seasonalValue(time: number): number
  /** The whole state. `restoreStreamDetector` goes on from it as if nothing had happened. */
  save(): Uint8Array
}

/** A detector whose state can be packed, and replaced by what was packed. */
export type PackableDetector = StreamDetector &
  Packable & {
    /** Has what was learned by another clock hold for its own, as if it had been learned by that. */
    convertSeasonsFrom(clock: LocalClock): void
  }

/** How a detector is made: `standard`, and by days of UTC, unless said otherwise. Seasons follow the clocks of an IANA time zone, before and after they are changed. */
export type StreamOptions = { size?: StreamSize; timeZone?: string | undefined }

/** Decades that one channel gives, at most. */
const MOST_DECADES = 8
/** A range left by this part of itself is worth attention whatever the channels say, and an alarm where they agree. */
const RANGE_LEFT = 0.05
const RANGE_EVIDENCE = 1.5
const AGREEMENT = 0.6
/** Any n values hold a record, once in n: only one rarer than about that counts in full. */
const RECORD_SLACK = 0.15
const LEAST_RECORD = 0.65
/** A sample of n says nothing of odds beyond one in three hundred n. */
const BEYOND_SAMPLE = 2.5
const LEAST_PROBABILITY = 10 ** -BEYOND_SAMPLE
/** Scores below this one are of points that are not worth attention: those of one channel go up to it, and those of the mean are held to less. */
const ATTENTION_SCORE = 0.35
/** The power by which a score of the mean that is held to less falls: steeply, or it would hide those of single channels. */
const HELD_POWER = 12
/** Points after which the counts of the tails are halved. */
const FADE_AFTER = 20_000
/** Fewer points have no tail. */
const MIN_COUNT = 20
const HOUR = 3_600_000
const SEASON = streamChannels.indexOf('season')

const MAGIC = 0x534e4d4f
const LAYOUT = 2
/** The first layout is the second without the channels of one side, which begin anew. */
const FIRST_LAYOUT = 1
/** The second with the name of a time zone behind it, in bytes of ASCII that end with its length. */
const ZONED_LAYOUT = 3
const LAYOUTS: readonly number[] = [FIRST_LAYOUT, LAYOUT, ZONED_LAYOUT]
const HEADER = 16
const UTC = 'UTC'

/**
 * A detector that has seen nothing. Each channel's anomaly score becomes a tail probability by its own past (SPOT; Siffer et al., KDD
 * 2017), and their logarithms are averaged (Fisher's method, 1925, without its assumption of independence: the mean is evaluated by its
 * own past in turn). A range that was left counts beside it: the simplest detector, and a strong one (Wu and Keogh, 2020). Nothing is
 * fitted to a series; any offset, unit, direction and whole number of weeks gives the same scores. Throws RangeError for an unknown size or zone.
 */
export function createStreamDetector({ size = 'standard', timeZone = UTC }: StreamOptions = {}): StreamDetector {
  if (!streamSizes.includes(size)) throw new RangeError(`the size of a detector is one of ${streamSizes.join(', ')}`)
  return openDetector(size, new ArrayBuffer(storeSizes[size].room), timeZone)
}

/**
 * The detector that was saved, in its time zone or in another one: its seasons are put to the clocks of that. Throws RangeError for bytes that are damaged, cut
 * off, or of another version, and for an unknown zone.
 */
export function restoreStreamDetector(
  bytes: Uint8Array,
  { timeZone }: Pick<StreamOptions, 'timeZone'> = {},
): StreamDetector {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('these are not the bytes of a stream detector')
  const layout = view.getUint16(4, true)
  if (!LAYOUTS.includes(layout)) throw new RangeError('the stream detector was saved by another version')
  const size = streamSizes[view.getUint16(6, true)]
  const isWhole = size !== undefined && view.getUint32(8, true) === bytes.length
  if (!isWhole || view.getUint32(12, true) !== checksum(bytes.subarray(HEADER)))
    throw new RangeError('the bytes of the stream detector are damaged')
  const zoneLength = layout === ZONED_LAYOUT ? bytes.at(-1)! + 1 : 0
  const end = bytes.length - zoneLength
  const savedZone = layout === ZONED_LAYOUT ? String.fromCharCode(...bytes.subarray(end, -1)) : UTC
  const buffer = new ArrayBuffer(storeSizes[size].room)
  new Uint8Array(buffer).set(bytes.subarray(HEADER, end))
  const detector = openDetector(size, buffer, timeZone ?? savedZone)
  if (timeZone !== undefined && timeZone !== savedZone) detector.convertSeasonsFrom(localClock(savedZone))
  return detector
}

/** A detector whose state lies in `buffer`, which has room for its size. The state of another one can be put there between two calls. */
export function openDetector(size: StreamSize, buffer: ArrayBuffer, timeZone = 'UTC'): PackableDetector {
  const localOf = localClock(timeZone)
  const arena = createArena(buffer)
  const sizes = storeSizes[size]
  const sketch = { bins: sizes.bins, fadeAfter: FADE_AFTER }
  const frame = createValueFrame(arena)
  const clock = createStepClock(arena)
  const channels = createChannels(arena, sizes, () => (sizes.isRounded ? tails[SEASON]!.resolution : 0))
  const tails: TailSketch[] = streamChannels.map(() => createTailSketch(arena, sketch))
  const whole = createTailSketch(arena, sketch)
  const filter = createAlarmFilter(arena)
  const sided = createSidedChannels(arena, channels.byClock, sizes)
  const decades = new Float64Array(tails.length)
  let reason: StreamPoint['reason']

  const decadesOf = (channel: number, anomalyScore: number): number => {
    const tail = tails[channel]!
    if (Number.isNaN(anomalyScore)) return 0
    const { count } = tail
    const decades = count < MIN_COUNT ? 0 : -Math.log10(tail.probability(anomalyScore))
    tail.add(anomalyScore)
    return decades <= BEYOND_SAMPLE ? decades : Math.min(MOST_DECADES, mostDecades(count), decades)
  }
  /** What a range that was left is worth: more where the channels agree, less where the value is no rarer than records are. */
  const noveltyOf = (evidence: number, rarity: number): number => {
    const lead = rarity - Math.log10(tails[0]!.count + 1)
    const share = Math.max(LEAST_RECORD, Math.min(1, 1 + RECORD_SLACK + lead))
    return share * Math.min(RANGE_EVIDENCE + AGREEMENT * evidence, Math.log10(whole.count + 1))
  }
  /** The mean over all channels, also those that have nothing to say yet: a young series has to be more anomalous. */
  const weigh = (local: number, x: number): number => {
    const anomalyScore = channels.measure(local, x)
    let sum = 0
    let most = 0
    reason = undefined
    for (let k = 0; k < tails.length; k++) {
      decades[k] = decadesOf(k, anomalyScore[k]!)
      sum += decades[k]!
      if (decades[k]! > most) {
        most = decades[k]!
        reason = streamChannels[k]
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
    return probability >= LEAST_PROBABILITY ? probability : Math.max(probability, 10 ** -mostDecades(count))
  }
  return {
    get count() {
      return clock.points
    },
    get seasons() {
      return channels.seasons
    },
    seasonalValue: (time) => frame.valueAt(channels.seasonalLevel(localOf(time))),
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
    save() {
      const zone = timeZone === UTC ? [] : [...Array.from(timeZone, (letter) => letter.charCodeAt(0)), timeZone.length]
      const bytes = new Uint8Array(HEADER + arena.used + zone.length)
      bytes.set(new Uint8Array(buffer, 0, arena.used), HEADER)
      bytes.set(zone, HEADER + arena.used)
      const view = new DataView(bytes.buffer)
      view.setUint32(0, MAGIC, true)
      view.setUint16(4, zone.length === 0 ? LAYOUT : ZONED_LAYOUT, true)
      view.setUint16(6, streamSizes.indexOf(size), true)
      view.setUint32(8, bytes.length, true)
      view.setUint32(12, checksum(bytes.subarray(HEADER)), true)
      return bytes
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

function mostDecades(count: number): number {
  return Math.log10(count + 1) + BEYOND_SAMPLE
}

/** Twenty values are needed for any rank, a hundred for all channels but the seasons, a week for those. */
function trustIn(points: number, days: number): StreamTrust {
  if (points < 36) return 'none'
  if (points < 150) return 'low'
  return days < 7 && points < 5000 ? 'medium' : 'high'
}
