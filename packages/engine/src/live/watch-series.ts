import { nearlyFlagged } from '../detect/find-runs.ts'
import type { LiveSeriesDetector } from '../stream/live-series-detector.ts'
import {
  DECADES_PER_SPREAD,
  distanceFrom,
  followRhythm,
  isArmed,
  learnRow,
  learnUsualDeviation,
  MAX_DECADES,
  probabilityOf,
  rangeOfRow,
  takeDeviation,
  takeLiveLevel,
  weightOf,
  zScoreOf,
} from './expectation.ts'
import { hasComeBack, lingering } from './has-come-back.ts'
import { followLifted, isLastingRun, isUsual, learnLifted, takeLifted } from './lifted-rows.ts'
import type { LiftedRow, LiveValueType, WatchedSample, WatchState } from './live-state.ts'
import { addFaultRow, isRelapse, MIN_ALARM, REMEMBERED } from './relapse.ts'

/** What a row is read against: its number, its time, and the steps since the row before. */
export type RowPlace = { row: number; time: number; steps: number }

/** What a trained model says of a row of a series. */
export type ModelVote = { probability: number; side: number }

/** A quiet row is learned and raises no alarm. */
export type WatchOptions = { stepMs: number; q: number; cvalue: number; isQuiet?: boolean }

/** Decades of probability that an alarm of the streaming engine stands for. */
const DECADES_PER_ALARM = 2
/** Decades that an alarm of the engine counts for where the row lies where rows usually do. */
const MAX_USUAL_DECADES = 1
/** Rows without a flagged one after which an expectation is no longer held, at least. */
const CALM_ROWS = 10
const DAY = 86_400_000
/** Values after which a held level may be the new normal, as in files. */
const FEWEST_HELD = 60
/** A level still grows that has come this part of its way since it was looked at last, and so many deviations: three times what noise makes of two averages. */
const GROWN = 0.05
const GROWN_DEVIATIONS = 0.6

export function emptyWatch(type: LiveValueType): WatchState {
  return {
    kind: type === 'counter' ? 'counter' : type === 'gauge' ? 'level' : 'undecided',
    early: [],
    isGuess: false,
    previous: Number.NaN,
    waited: 0,
    count: 0,
    level: 0,
    deviation: 0,
    liveLevel: 0,
    liveDeviation: 0,
    isSeasonal: false,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    armedAt: Number.NaN,
    flaggedAt: Number.NaN,
    halfwayLevel: Number.NaN,
    lifted: [],
    usualDeviation: 0,
    usualDistance: 0,
    faults: [],
    trust: 'none',
  }
}

/** A row as evaluated by itself. */
export type RowEvidence = {
  /** What is scored: of a counter its increase a second. */
  input: number
  /** The rhythm at its time; 0 where there is none. */
  base: number
  /** Decades of probability, and the side on which it lies. */
  decades: number
  side: number
  /** The distance from a held expectation is already counted. */
  isWhole?: boolean
}

/** How a held expectation was given up: for a level that has held, or for one that still grows. */
export type Release = 'held' | 'growing'

/** A row as a series is watched; see `watchSeries`. */
export type WatchedRow = { sample: WatchedSample; earlier: readonly LiftedRow[]; released: Release | undefined }

/**
 * Evaluates one row of a series and learns it; undefined for a gap, and for what a counter needs to begin. The streaming engine gives the
 * alarm: its evidence is a probability, two decades an alarm; rows that are far off for long, farther than any job goes, give one as well (see `isLastingRun`).
 * From the alarm on the expected value is held as it was, and the distance to it
 * counts as well, half a decade a spread: so a fault lasts for as long as the values stay away, also when the streaming engine has come to
 * know them. It is held until ten rows or more were not flagged, or until the new level has lasted for as long as the one before was known,
 * from 60 rows to a day, and for a day where it still grows (`released`). A fault begins before its alarm where the rows before it were as far off as those after it have to be:
 * they are given with the alarm (`earlier`), and the expected value is held as it was before them. The vote of a trained model is a second view of the row: the smaller probability of both counts, doubled for
 * having looked twice, as `Hybrid` joins its views.
 */
export function watchSeries(
  watch: WatchState,
  open: () => LiveSeriesDetector,
  value: number,
  place: RowPlace,
  options: WatchOptions,
  vote?: ModelVote,
): WatchedRow | undefined {
  const input = takeValue(watch, value, place, options)
  if (input === undefined) return undefined
  const detector = open()
  const rhythm = detector.seasonalValue(place.time)
  if (watch.isSeasonal === Number.isNaN(rhythm)) detector.habits.resetDeviations(watch.deviation)
  followRhythm(watch, rhythm)
  if (watch.isSeasonal && !isArmed(watch)) takeDeviation(watch, detector.habits.deviation(place.time))
  const point = detector.push(place.time, input)
  watch.trust = point.trust
  // Values that stand still are a finding of their own (see `createFrozenWatch`)
  const decades = point.reason === 'flatness' ? 0 : DECADES_PER_ALARM * Math.abs(point.val)
  const evidence = { input, base: watch.isSeasonal ? rhythm : 0, decades, side: Math.sign(point.val) }
  const found = holdRow(watch, evidence, place, options, { vote, detector })
  if (isArmed(watch) || watch.lifted.length > 0) return found
  const { level, usualLevel } = found.sample
  detector.habits.learnDeviation(place.time, Math.abs(level - usualLevel), weightOf(options.stepMs))
  learnUsualDeviation(watch, level, options.stepMs)
  return found
}

/** What is scored of a value; undefined for a gap, and for what a counter needs to begin. */
export function takeValue(
  watch: WatchState,
  value: number,
  place: RowPlace,
  options: WatchOptions,
): number | undefined {
  watch.waited += place.steps
  if (Number.isNaN(value)) {
    disarmAfterCalm(watch, place.row, options)
    return undefined
  }
  const { previous } = watch
  const seconds = (Math.max(1, watch.waited) * options.stepMs) / 1000
  watch.previous = value
  watch.waited = 0
  if (watch.kind !== 'counter') return value
  return value >= previous ? (value - previous) / seconds : undefined
}

/** Compares a row with what is held after an alarm, or with a fault of the last days, and learns it. */
export function holdRow(
  watch: WatchState,
  { input, base, decades, side: ownSide, isWhole }: RowEvidence,
  place: RowPlace,
  options: WatchOptions,
  { vote, detector }: { vote?: ModelVote | undefined; detector?: LiveSeriesDetector } = {},
): WatchedRow {
  watch.usualDistance *= 1 - options.stepMs / REMEMBERED
  const level = input - base
  const expected = rangeOfRow(watch, base)
  const off = distanceFrom(expected, level)
  const val = decades / DECADES_PER_ALARM
  const seen = { row: place.row, val, offset: level - expected.usualLevel, usual: watch.usualDistance }
  const isAgain = !isArmed(watch) && isRelapse(watch.faults, seen, options)
  const unheld = !isArmed(watch) && !isAgain && !options.isQuiet && detector
  const row: WatchedSample = {
    value: input,
    at: place.time,
    level,
    probability: 1,
    side: ownSide,
    zScore: off,
    ...expected,
  }
  const isLasting = unheld && isLastingRun(watch, row, options, unheld)
  const distance = isLasting ? distanceFrom(watch.lifted[0]?.sample ?? row, level) : off
  const isBack = hasComeBack(watch.faults, { ...seen, spread: expected.spread, armedAt: watch.armedAt }, options.stepMs)
  const held = (isArmed(watch) || isAgain || isLasting) && (!isWhole || isBack) ? distance : 0
  const isAfterFault = lingering(watch.faults, { row: place.row, armedAt: watch.armedAt }, options.stepMs).length > 0
  const isNoAlarm = unheld && decades > MAX_USUAL_DECADES && isUsual(watch, row, isAfterFault, unheld)
  const ofEngine = isNoAlarm ? MAX_USUAL_DECADES : decades
  const counted = isBack ? decadesOnceBack(watch, decades, options) : ofEngine
  const own = Math.min(probabilityOf(held), 10 ** -Math.min(MAX_DECADES, counted))
  const isOutvoted = vote !== undefined && vote.probability < own
  const side = isArmed(watch) || isAgain || isLasting ? Math.sign(distance) : isOutvoted ? vote.side : ownSide
  const voted = vote === undefined ? own : Math.min(1, 2 * Math.min(own, vote.probability))
  const probability = options.isQuiet ? 1 : voted
  const isFlagged = probability < options.q
  const isAlarm = isFlagged && !isArmed(watch)
  if (isAlarm && detector) learnLifted(watch, { cvalue: options.cvalue, isFault: true, isOften: false }, detector)
  const earlier = isAlarm ? takeLifted(watch, level, side) : []
  // An alarm has taken it back to what it was before the rows that led to it
  const range = isAlarm ? rangeOfRow(watch, base) : expected
  const zScore = distanceFrom(range, level)
  const sample: WatchedSample = { value: input, at: place.time, level, probability, side, zScore, ...range }
  if (!isFlagged) followLifted(watch, { row: place.row, sample }, options, detector)
  else detector?.habits.learnFault(place.time, off < 0 ? -1 : 1, Math.abs(level - expected.usualLevel))
  if (isAlarm) watch.armedAt = place.row
  if (isFlagged) watch.flaggedAt = place.row
  if (isFlagged && !isAgain) noteFault(watch, isAlarm, { row: place.row, sample }, options)
  learnRow(
    watch,
    { level, input },
    { stepMs: options.stepMs, heldRows: isArmed(watch) ? place.row - watch.armedAt + 1 : 0 },
  )
  const released = releaseInTime(watch, place.row, options)
  disarmAfterCalm(watch, place.row, options)
  return { sample, earlier, released }
}

/** The evidence of the streaming engine for a row that has come back from a fault: it ends no run of flagged rows, but is not flagged for that fault. */
function decadesOnceBack(watch: WatchState, decades: number, { q }: WatchOptions): number {
  return isArmed(watch) ? Math.min(decades, -Math.log10(q * nearlyFlagged(q)) / 2) : 0
}

/**
 * Learns a row after which nothing but what was learned changes: not held, no relapse, and neither it nor its distance worth `needed` decades. False, and
 * nothing is learned, for any other.
 */
export function learnQuiet(
  watch: WatchState,
  { input, base, decades }: Pick<RowEvidence, 'input' | 'base' | 'decades'>,
  needed: number,
  { stepMs }: Pick<WatchOptions, 'stepMs'>,
): boolean {
  const level = input - base
  const isRelapsing = watch.faults.length > 0 && decades >= DECADES_PER_ALARM * MIN_ALARM
  if (isArmed(watch) || watch.lifted.length > 0 || isRelapsing || decades >= needed) return false
  if (DECADES_PER_SPREAD * Math.abs(zScoreOf(watch, level)) >= needed) return false
  watch.usualDistance *= 1 - stepMs / REMEMBERED
  learnRow(watch, { level, input }, { stepMs, heldRows: 0 })
  return true
}

/** The level that the expected value of a row is counted from: an alarm takes it back to the one before the rows that led to it. */
export function levelAt(
  watch: WatchState,
  { decades, side }: Pick<RowEvidence, 'decades' | 'side'>,
  q: number,
): number {
  const first = watch.lifted[0]?.sample
  const isAlarm = !isArmed(watch) && 10 ** -Math.min(MAX_DECADES, decades) < q
  return isAlarm && first?.side === side ? first.usualLevel : watch.level
}

/** Of an alarm that was given for a relapse nothing is noted. */
function noteFault(
  watch: WatchState,
  isAlarm: boolean,
  { row, sample: { level, usualLevel } }: Pick<LiftedRow, 'row' | 'sample'>,
  { cvalue }: WatchOptions,
): void {
  const { faults, armedAt } = watch
  if (isAlarm || faults.some((fault) => fault.armedAt === armedAt))
    watch.faults = addFaultRow(faults, { armedAt, row, offset: level - usualLevel }, cvalue)
}

/** Gives up an expectation that was held for long enough. */
function releaseInTime(watch: WatchState, row: number, { stepMs }: WatchOptions): Release | undefined {
  if (!isArmed(watch)) return undefined
  const day = DAY / stepMs
  const half = Math.ceil(Math.max(FEWEST_HELD, Math.min(day, watch.count)) / 2)
  const held = row - watch.armedAt
  if (held === 0 || held % half > 0) return undefined
  if (held >= 2 * half && (held >= day || !isGrowing(watch))) return release(watch)
  watch.halfwayLevel = watch.liveLevel
  return undefined
}

/** Takes the level as it is now for what is expected. */
export function release(watch: WatchState): Release {
  const released = isGrowing(watch) ? 'growing' : 'held'
  takeLiveLevel(watch)
  watch.faults = []
  disarm(watch)
  return released
}

/** Whether a part of the way from the held expectation was made in the last half of the time, and more than noise makes of it. */
function isGrowing({ level, deviation, liveLevel, halfwayLevel }: WatchState): boolean {
  const min = Math.max(GROWN * Math.abs(liveLevel - level), GROWN_DEVIATIONS * deviation)
  return (liveLevel - halfwayLevel) * Math.sign(liveLevel - level) > min
}

function disarm(watch: WatchState): void {
  watch.armedAt = Number.NaN
  watch.halfwayLevel = Number.NaN
}

function disarmAfterCalm(watch: WatchState, row: number, { cvalue }: WatchOptions): void {
  if (isArmed(watch) && row - watch.flaggedAt > Math.max(cvalue, CALM_ROWS)) disarm(watch)
}
