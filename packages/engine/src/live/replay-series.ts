import { expectationOf, isArmed, spreadOf } from './expectation.ts'
import type { WatchState } from './live-state.ts'
import type { NearZeroRow } from './near-zero.ts'
import {
  emptyWatch,
  holdRow,
  learnQuiet,
  levelAt,
  type Release,
  type RowPlace,
  release,
  takeValue,
  type WatchedRow,
  type WatchOptions,
} from './watch-series.ts'

/** A spread is the same within this part of itself, for the digits that are stored. */
const SAME_SPREAD = 0.02

/** What a live detector knew of a series, as it was saved (see `readSeriesFacts`). */
export type SeriesFacts = {
  isCounter: boolean
  /** Smallest and largest value that the expectation was learned from, and how many there were. */
  min: number
  max: number
  count: number
  /** How far off rows lie in the mean, and those that are no fault (see `WatchState`). */
  usualDeviation: number
  usualDistance: number
}

/** The scores of a row of a series as they were stored (see `LiveScores`); NaN where there are none. */
export type StoredScore = { degree: number; low: number; high: number }

/** A series as it was watched, and as it would have been with another pvalue or cvalue; as plain data. */
export type SeriesReplay = {
  own: WatchState
  other: WatchState
  /** How the other one gave up its expectation at the last row, if it did. */
  released: Release | undefined
  /** The own expectation is held on, the other one was given up: what is stored says nothing of the level that it has now. */
  isAhead: boolean
  /** The last row as it was scored; undefined where it was not. */
  seen: Pick<NearZeroRow, 'value' | 'usual' | 'spread' | 'min'> | undefined
}

/** `decades` is -log10 of the threshold. */
export type ReplayedOptions = WatchOptions & { decades: number }

/** `scored` is what the scores were made with. */
export type ReplayOptions = { scored: ReplayedOptions; wanted: ReplayedOptions }

/** A replay from a row on, before which nothing is known but the facts. */
export function openReplay({ isCounter, ...known }: SeriesFacts): SeriesReplay {
  const begun: WatchState = { ...emptyWatch(isCounter ? 'counter' : 'gauge'), ...known, level: Number.NaN }
  return { own: begun, other: { ...begun }, released: undefined, isAhead: false, seen: undefined }
}

/**
 * Evaluates a row of a series again from its stored score: what was expected is what was expected then, less what was learned while the one held
 * its expectation and the other did not. With the options that the scores were made with, it gives what was found then. What a row was worth by itself is not
 * known where an alarm was being held: there, the whole of its score counts. Undefined for a row without a score, and for one of no account.
 */
export function replayRow(
  replay: SeriesReplay,
  value: number,
  score: StoredScore,
  place: RowPlace,
  { scored, wanted }: ReplayOptions,
): WatchedRow | undefined {
  const { own, other } = replay
  replay.released = undefined
  replay.seen = undefined
  const input = takeValue(own, value, place, scored)
  takeValue(other, value, place, wanted)
  if (input === undefined || Number.isNaN(score.degree)) return undefined
  const { usual, deviation } = expectationOf(own, score)
  replay.seen = { value: input, usual, spread: spreadOf(deviation), min: own.min }
  const decades = Math.abs(score.degree) * scored.decades
  const side = Math.sign(score.degree)
  if (Number.isNaN(own.level)) {
    const level = { level: 0, liveLevel: 0, deviation, liveDeviation: deviation }
    Object.assign(own, level)
    Object.assign(other, level)
  }
  const isSame = Object.is(own.armedAt, other.armedAt)
  if (wasReleasedBefore(own, deviation)) {
    release(own)
    replay.released = isSame ? release(other) : undefined
  }
  own.deviation = deviation
  if (!isArmed(other)) other.deviation = deviation
  const base = usual - levelAt(own, { decades, side }, scored.q)
  // Before the own one takes in the row
  const isWhole = isSame && (isArmed(own) || hasSameFaults(own, other))
  const evidence = { input, base, decades, side, isWhole: true }
  if (!learnQuiet(own, evidence, scored.decades, scored)) holdRow(own, evidence, place, scored)
  replay.isAhead &&= isArmed(own)
  if (replay.isAhead) evidence.decades = 0
  evidence.isWhole = isWhole
  if (learnQuiet(other, evidence, wanted.decades, wanted)) return undefined
  const found = holdRow(other, evidence, place, wanted)
  replay.released ??= found.released
  replay.isAhead ||= found.released !== undefined && isArmed(own)
  return found
}

/** Whether an expectation was held no more, as its spread says, which is constant as long as it is. */
function wasReleasedBefore(own: WatchState, deviation: number): boolean {
  return isArmed(own) && Math.abs(deviation - own.deviation) > SAME_SPREAD * own.deviation
}

/** Whether a row is a relapse to both, or to none. */
function hasSameFaults({ faults }: WatchState, other: WatchState): boolean {
  return (
    faults.length === other.faults.length && faults.every(({ armedAt }, at) => armedAt === other.faults[at]!.armedAt)
  )
}
