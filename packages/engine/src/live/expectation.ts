import { GRID_MS } from '../stream/point-grid.ts'
import type { WatchedSample, WatchState } from './live-state.ts'

/** Weight of five minutes in the level; a value that comes sooner has its part of it. */
const LEVEL_WEIGHT = 0.02
/** Five minutes weigh this much in the mean absolute deviation. */
const DEVIATION_WEIGHT = 0.01
/** How many times as fast both follow a series whose rhythm is not known: a quarter of an hour instead of four hours. */
const FASTER_WITHOUT_RHYTHM = 16
/** A value this many deviations off counts as no further for the expectation, once so many values were seen. */
const MAX_DEVIATIONS = 3
export const YOUNG = 20
/** One standard deviation of a normal distribution, in mean absolute deviations. */
const SPREAD_PER_DEVIATION = 1.2533
/** Half the expected range, in spreads. */
const RANGE_SPREADS = 3
const DAY = 86_400_000
/** Decades of improbability that a distance makes, at most. */
export const MAX_DECADES = 20
/** Decades of probability of one spread from a held expectation. */
export const DECADES_PER_SPREAD = 0.5
/** A deviation is at least this part of that of the last day, in which what is far off counts in full. */
const MIN_DEVIATION = 0.25
/** The deviation of an hour of the day is at least this part of that of the last day. */
const MIN_OF_DAY = 0.1

/** In standard deviations, of a mean absolute one. */
export function spreadOf(deviation: number): number {
  return deviation * SPREAD_PER_DEVIATION
}

/** The mean absolute deviation of a spread. */
export function deviationOf(spread: number): number {
  return spread / SPREAD_PER_DEVIATION
}

/** How many spreads a value less its rhythm lies off. */
export function distanceFrom(
  { usualLevel, spread }: Pick<WatchedSample, 'usualLevel' | 'spread'>,
  level: number,
): number {
  return (level - usualLevel) / spread || 0
}

/** Of a row that lies so many spreads from an expectation that is held. */
export function probabilityOf(distance: number): number {
  return 10 ** -Math.min(MAX_DECADES, DECADES_PER_SPREAD * Math.abs(distance))
}

/** Whether an alarm was given after which the expectation is held. */
export function isArmed({ armedAt }: WatchState): boolean {
  return !Number.isNaN(armedAt)
}

/** How many spreads a value less its rhythm lies from what is expected. */
export function zScoreOf({ level, deviation }: Pick<WatchState, 'level' | 'deviation'>, value: number): number {
  return (value - level) / spreadOf(deviation) || 0
}

/** What is expected of a row over its rhythm, and between what values; nothing below 0 of a series that never was. */
export function rangeOfRow(
  watch: WatchState,
  base: number,
): Pick<WatchedSample, 'usual' | 'usualLevel' | 'spread' | 'low' | 'high'> {
  const isPositive = isNeverBelowZero(watch)
  const usualLevel = isPositive ? Math.max(-base, watch.level) : watch.level
  const usual = base + usualLevel
  const spread = spreadOf(watch.deviation)
  const low = usual - RANGE_SPREADS * spread
  return { usual, usualLevel, spread, low: isPositive ? Math.max(0, low) : low, high: usual + RANGE_SPREADS * spread }
}

/**
 * Reads the expected value and its spread back from the expected range of a row, the spread as the deviation that is held. Where the range was cut off
 * at 0 nothing is known but its end: the spread is then the one that was learned.
 */
export function expectationOf(
  watch: Pick<WatchState, 'kind' | 'min' | 'deviation'>,
  { low, high }: Pick<WatchedSample, 'low' | 'high'>,
): { usual: number; deviation: number } {
  const isCut = isNeverBelowZero(watch) && low === 0
  const half = isCut && watch.deviation > 0 ? RANGE_SPREADS * spreadOf(watch.deviation) : (high - low) / 2
  return { usual: high - half, deviation: deviationOf(half / RANGE_SPREADS) }
}

/** A counter does not count backwards. */
function isNeverBelowZero({ kind, min }: Pick<WatchState, 'kind' | 'min'>): boolean {
  return kind === 'counter' || min >= 0
}

/** Has the level counted from the rhythm where there is one now, and from 0 where there is none any more. Held or not, the expected value stays where it is. */
export function followRhythm(watch: WatchState, rhythm: number): void {
  const isSeasonal = !Number.isNaN(rhythm)
  if (isSeasonal === watch.isSeasonal) return
  watch.isSeasonal = isSeasonal
  if (isSeasonal) {
    watch.level -= rhythm
    watch.liveLevel -= rhythm
  } else {
    watch.level = watch.previous
    watch.liveLevel = watch.previous
  }
}

/**
 * Learns a row: its value less its rhythm, and the value itself. While the expectation is held, or the row may be that of a fault (`lifted`), that goes into the live level alone. A deviation that
 * grew and shrank by its own measure only would come to nothing where most values are alike.
 */
export function learnRow(
  watch: WatchState,
  { level, input }: { level: number; input: number },
  { stepMs, heldRows }: { stepMs: number; heldRows: number },
): void {
  const part = Math.min(1, weightOf(stepMs) * (watch.isSeasonal ? 1 : FASTER_WITHOUT_RHYTHM))
  const ofHeld = heldRows > 0 ? 1 / heldRows : 0
  const isYoung = watch.count < YOUNG
  const share = 1 / (watch.count + 1)
  watch.liveDeviation +=
    Math.max(part * DEVIATION_WEIGHT, ofHeld) * (Math.abs(level - watch.liveLevel) - watch.liveDeviation)
  watch.liveLevel += Math.max(part * LEVEL_WEIGHT, ofHeld) * (level - watch.liveLevel)
  if (heldRows > 0 || watch.lifted.length > 0) return
  const off = level - watch.level
  const max = MAX_DEVIATIONS * watch.deviation
  const change = isYoung || max === 0 ? off : Math.max(-max, Math.min(max, off))
  if (watch.count > 0) {
    watch.deviation += Math.max(part * DEVIATION_WEIGHT, share) * (Math.abs(change) - watch.deviation)
    watch.deviation = Math.max(watch.deviation, minDeviation(watch))
  }
  watch.level += Math.max(part * LEVEL_WEIGHT, share) * change
  watch.liveLevel = watch.level
  watch.liveDeviation = watch.deviation
  watch.count++
  watch.min = Math.min(watch.min, input)
  watch.max = Math.max(watch.max, input)
}

/** Gives the number of rows of five minutes that a row counts for, at most one: an hour teaches the same at any interval. */
export function weightOf(stepMs: number): number {
  return Math.min(1, stepMs / GRID_MS)
}

/** Learns how far off a value less its rhythm lies, whatever its distance. That of states in which it was not kept begins with the deviation as it is. */
export function learnUsualDeviation(watch: WatchState, level: number, stepMs: number): void {
  const known = Number.isNaN(watch.usualDeviation) ? watch.deviation : watch.usualDeviation
  const weight = Math.max(stepMs / DAY, 1 / Math.max(1, watch.count))
  watch.usualDeviation = known + weight * (Math.abs(level - watch.level) - known)
}

/** Takes the deviation of the hour for what is expected, no less than a part of what the last day had. */
export function takeDeviation(watch: WatchState, deviation: number): void {
  if (deviation > 0) watch.deviation = Math.max(deviation, MIN_OF_DAY * watch.usualDeviation || 0)
}

/** Takes the level as it is now for what is expected. */
export function takeLiveLevel(watch: WatchState): void {
  watch.level = watch.liveLevel
  watch.deviation = Math.max(watch.liveDeviation, minDeviation(watch))
}

function minDeviation({ usualDeviation }: WatchState): number {
  return MIN_DEVIATION * usualDeviation || 0
}
