import { nearlyFlagged } from '../detect/find-runs.ts'
import type { Side } from '../stream/habits.ts'
import type { LiveSeriesDetector } from '../stream/live-series-detector.ts'
import {
  deviationOf,
  distanceFrom,
  isArmed,
  learnRow,
  learnUsualDeviation,
  probabilityOf,
  spreadOf,
  weightOf,
  YOUNG,
  zScoreOf,
} from './expectation.ts'
import type { LiftedRow, WatchedSample, WatchState } from './live-state.ts'
import { isNeverNearZero } from './near-zero.ts'

/** A fault is dated back by so many rows at most. */
const MAX_LIFTED_ROWS = 60
/** Rows before which nothing is far off. */
const FEWEST_ROWS = 60
const HOUR = 3_600_000
const DAY = 24 * HOUR
const QUARTER_HOUR = 900_000
/**
 * Spreads by which rows in a row have to be off for an alarm. In the first days, and as long as no rhythm is known, each job runs for the first time, and nothing is known of how far a
 * series goes now and then. Fitted on the sample shop.
 */
const FAR = 5
const FAR_IN_FIRST_WEEK = 8
const FAR_IN_FIRST_DAYS = 11
/** How many times farther a row has to be off that is an alarm by itself. Fitted on the sample shop and 35 web KPIs of WSD. */
const FARTHER_ALONE = 1.6
const FIRST_DAYS = 3 * DAY
const FIRST_WEEK = 7 * DAY
/** How many times farther they have to be than the series went around this time of other days, and than it went now and then. Fitted on the sample shop. */
const BEYOND_JOBS = 1.3
const BEYOND_OTHERS = 1.7
/** Spreads by which a row is off that the streaming engine gives an alarm for: what lies within the range that is drawn is none. Fitted on the sample shop. */
const OUT_OF_RANGE = 3
const OUT_OF_RANGE_IN_FIRST_WEEK = 8
/** The rhythm is known to half an hour: this number of quarters of an hour to either side are expected as well, and a spread is no less than a part of what lies between them. */
const RHYTHM_QUARTERS = 2
const OF_RHYTHM = 0.15
/** A day that lies off its rhythm as a whole, or seems to after a job, may lie there less: a part of that is a spread as well. */
const OF_SHIFT = 0.5

/** How far rows lie together from what is expected around their times, in the unit of the series and in spreads, and when the last of them was. */
type Excursion = { side: Side; distance: number; spreads: number; at: number }

function measureExcursion(watch: WatchState, samples: readonly WatchedSample[], open: LiveSeriesDetector): Excursion {
  const { usualLevel, usual, spread } = samples[0]!
  const { at, level } = samples.at(-1)!
  const side: Side = level < usualLevel ? -1 : 1
  let sum = 0
  let swing = 0
  for (const { at: time, value, level: ownLevel } of samples) {
    const base = value - ownLevel
    const rhythm = watch.isSeasonal ? rhythmAround(open, time, base) : { low: base, high: base }
    swing = Math.max(swing, rhythm.high - rhythm.low)
    const expected = (side > 0 ? rhythm.high : rhythm.low) + usualLevel
    // A job that comes early or late leaves its rhythm, but not what was expected when it did
    sum += Math.min(side * (value - expected), side * (value - usual))
  }
  const distance = sum / samples.length
  const shift = watch.isSeasonal ? Math.abs(usualLevel) : 0
  const scale = Math.max(spread, spreadOf(open.habits.deviation(at)), OF_RHYTHM * swing, OF_SHIFT * shift)
  return { side, distance, spreads: distance / scale || 0, at }
}

function rhythmAround(open: LiveSeriesDetector, time: number, base: number): { low: number; high: number } {
  let [low, high] = [base, base]
  for (let k = -RHYTHM_QUARTERS; k <= RHYTHM_QUARTERS; k++) {
    const near = open.seasonalValue(time + k * QUARTER_HOUR)
    if (Number.isNaN(near)) continue
    low = Math.min(low, near)
    high = Math.max(high, near)
  }
  return { low, high }
}

/** Whether enough was seen for a row to be far off: of what never moved that takes longer. */
function isKnown(watch: WatchState, { spread, at }: WatchedSample, open: LiveSeriesDetector): boolean {
  return watch.count >= FEWEST_ROWS && (spread > 0 || open.habits.age(at) >= HOUR)
}

/**
 * Whether a row ends `cvalue` rows that are an alarm though the streaming engine gives none: they are off together, farther than the series went around this time of
 * other days, where its jobs are, and than it went now and then; or they are near zero, and the series never was.
 */
export function isLastingRun(
  watch: WatchState,
  row: WatchedSample,
  { cvalue }: { cvalue: number },
  open: LiveSeriesDetector,
): boolean {
  const samples = watch.lifted.map(({ sample }) => sample)
  if (samples.length < Math.min(MAX_LIFTED_ROWS, cvalue) - 1) return false
  const first = samples[0] ?? row
  const { value, level, at } = row
  if (!(distanceFrom(first, first.level) * (level - first.usualLevel) > 0)) return false
  const last = [...samples, { ...first, value, level, at }].slice(-cvalue)
  if (!isKnown(watch, first, open)) return false
  if (last.every((one) => isNeverNearZero({ ...one, min: watch.min }))) return true
  const { side, distance, spreads } = measureExcursion(watch, last, open)
  const age = open.habits.age(row.at)
  const isNew = age < FIRST_DAYS || (age < FIRST_WEEK && !watch.isSeasonal)
  const far = isNew ? FAR_IN_FIRST_DAYS : age < FIRST_WEEK ? FAR_IN_FIRST_WEEK : FAR
  const farEnough = cvalue === 1 ? FARTHER_ALONE * far : far
  const { habits } = open
  if (distance < BEYOND_JOBS * habits.distance(row.at, side)) return false
  return spreads >= Math.max(farEnough, beyondOthers(samples.length + 1, cvalue) * habits.spreads(side))
}

/** A run that lasts needs to lie less far beyond what the series does now and then. */
function beyondOthers(rows: number, cvalue: number): number {
  return 1 + (BEYOND_OTHERS - 1) * Math.sqrt(Math.min(1, (2 * cvalue) / rows))
}

/**
 * Whether a row that the streaming engine gives an alarm for lies where rows around this time of the day usually do: what grows slowly takes the range along, but its
 * alarm lasts. So does one for a fault that lingers in the engine (`isAfterFault`).
 */
export function isUsual(
  watch: WatchState,
  row: WatchedSample,
  isAfterFault: boolean,
  open: LiveSeriesDetector,
): boolean {
  const { side, distance, spreads } = measureExcursion(watch, [row], open)
  const isFirstWeek = open.habits.age(row.at) < FIRST_WEEK
  if (!isFirstWeek && !isAfterFault && open.isAlarmLasting()) return false
  const out = isFirstWeek ? OUT_OF_RANGE_IN_FIRST_WEEK : OUT_OF_RANGE
  return spreads < out || distance < BEYOND_JOBS * open.habits.distance(row.at, side)
}

/** Keeps rows that are on one side of what was expected before the first of them, as far off as rows after an alarm have to be; learns those that came to nothing. */
export function followLifted(
  watch: WatchState,
  { row, sample }: LiftedRow,
  { q, cvalue, stepMs }: { q: number; cvalue: number; stepMs: number },
  open: LiveSeriesDetector | undefined,
): void {
  const { lifted } = watch
  const { usualLevel, spread } = lifted[0]?.sample ?? sample
  const zScore = distanceFrom({ usualLevel, spread }, sample.level)
  const probability = probabilityOf(zScore)
  const side = Math.sign(zScore)
  const isLifted =
    lifted.length === 0 ? probability < q : side === lifted[0]!.sample.side && probability < nearlyFlagged(q)
  if (isArmed(watch) || watch.count < YOUNG || !isLifted || lifted.length === MAX_LIFTED_ROWS) {
    if (lifted.length === 0) return
    if (open !== undefined)
      learnLifted(watch, { cvalue, isFault: false, isOften: open.habits.age(sample.at) >= FIRST_DAYS }, open)
    dropLifted(watch, stepMs, open)
    return
  }
  const usual = sample.usual + usualLevel - sample.usualLevel
  watch.lifted = [...lifted, { row, sample: { ...sample, usual, usualLevel, spread, probability, side, zScore } }]
}

/** Has how far the lifted rows went be usual at their times and, of those that were no alarm, at any time (`isOften`): so a job is expected when it runs again. */
export function learnLifted(
  watch: WatchState,
  { cvalue, isFault, isOften }: { cvalue: number; isFault: boolean; isOften: boolean },
  open: LiveSeriesDetector,
): void {
  const { habits } = open
  const samples = watch.lifted.map(({ sample }) => sample)
  const runs = samples.flatMap((_, last) => {
    const isWhole = last + 1 >= Math.min(cvalue, samples.length)
    return isWhole ? [measureExcursion(watch, samples.slice(Math.max(0, last + 1 - cvalue), last + 1), open)] : []
  })
  if (isOften && samples.length >= cvalue)
    for (const { side, distance, spreads, at } of runs)
      if (distance > BEYOND_JOBS * habits.distance(at, side)) habits.learnSpreads(side, spreads)
  const learn = isFault ? habits.learnFault : habits.learnDistance
  for (const { side, distance, at } of runs) learn(at, side, distance)
}

/** Rows that came to nothing are learned, and are as far off as is usual. */
function dropLifted(watch: WatchState, stepMs: number, open: LiveSeriesDetector | undefined): void {
  const { lifted } = watch
  watch.lifted = []
  for (const { sample } of lifted) {
    const off = Math.abs(sample.level - sample.usualLevel)
    watch.usualDistance = Math.max(watch.usualDistance, off)
    if (open !== undefined) {
      open.habits.learnDeviation(sample.at, off, weightOf(stepMs))
      learnUsualDeviation(watch, sample.level, stepMs)
    }
    learnRow(watch, { level: sample.level, input: sample.value }, { stepMs, heldRows: 0 })
  }
}

/** The rows right before an alarm that go the same way, at least half as far; the expectation is that from before them again. */
export function takeLifted(watch: WatchState, level: number, side: number): readonly LiftedRow[] {
  const { lifted } = watch
  const first = lifted[0]?.sample
  if (first === undefined) return []
  watch.lifted = []
  if (first.side !== side) return []
  watch.level = first.usualLevel
  watch.deviation = deviationOf(first.spread)
  const min = Math.abs(zScoreOf(watch, level)) / 2
  const before = lifted.findLastIndex(({ sample }) => Math.abs(sample.zScore) < min)
  return lifted.slice(before + 1)
}
