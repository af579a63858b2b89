import { quantileSorted } from '../../stats/quantile.ts'
import { CONFIRMED } from '../new-normal.ts'

/**
 * Remembers where the values of a column lay over the last day, so that what has lasted for a day is expected from then on: a new level, a
 * day that begins an hour earlier, a swing that grows, a state that keeps coming back. What was expected before it stays so, too.
 */
export type DayMemory = {
  /**
   * What a standardised residual, as it is before anything is taken off it, is expected to be: 0 or one of the day before, whichever is
   * nearest to it. The residual is then remembered.
   */
  take(zScore: number, time: number): number
  save(): DayMemoryState
}

/** An hour: its middle residual, which part of them was out of range, and quantiles of those where some were. */
type Hour = { hour: number; middle: number; share: number; quantiles?: number[] }

type DayReading = { isRhythm: boolean; states: readonly number[] }

/** The whole state, as plain data: the hours of the last day, and the residuals of the present one. */
export type DayMemoryState = {
  hours: Hour[]
  hour: number
  kept: number[]
  stride: number
  seen: number
  beyond: number
}

const NO_HOUR: Omit<DayMemoryState, 'hours'> = { hour: Number.NaN, kept: [], stride: 1, seen: 0, beyond: 0 }

const HOUR_MS = 3_600_000
const HOURS = 24
/** Residuals kept of an hour, evenly spread over it. */
const MAX_RESIDUALS_PER_HOUR = 32
/** Residuals are kept in hundredths, which makes their state short. */
const GRAIN = 100
/**
 * The number of quantiles that are kept of the residuals that were out of range in an hour. Fitted on simulated systems and the sample
 * shop.
 */
const QUANTILES = 5
/**
 * An hour with this part of its residuals out of range had something in it; with this one it was most of it. Fitted on
 * simulated systems and the sample shop.
 */
const SOME = 0.1
const MAX = 0.7
/** What lasts or keeps coming back is looked at for as long as a level, a day and a quarter, and for the hours in which that begins and ends. */
const HELD_HOURS = HOURS * (1 + CONFIRMED) + 2
/** The number of these hours that have to hold out-of-range residuals. Fitted on simulated systems and the sample shop. */
const FEWEST_HELD = 16
/** The number of values that represent everything that was held. Fitted on simulated systems and the sample shop. */
const STATES = 64

/**
 * A memory that holds residuals below `low` or above `high` for out of range. The hours of the day before are expected anew where several
 * separate parts of it were out of range for the most part, as where a rhythm has changed: one fault within a day never counts. Where
 * half of the hours of a day and a quarter held something, what it held a day ago is expected: no ramp that goes on.
 */
export function createDayMemory({ low, high }: { low: number; high: number }, saved?: DayMemoryState): DayMemory {
  const isBeyond = (value: number): boolean => value < low || value > high
  let hours = saved?.hours ?? []
  let { hour, kept, stride, seen, beyond } = saved ?? NO_HOUR
  kept = [...kept]
  let { isRhythm, states } = readDay(hours, hour)

  const endHour = (): Hour => {
    const sorted = Float64Array.from(kept).sort()
    const share = beyond / seen
    return {
      hour,
      share,
      middle: quantileSorted(sorted, 0.5),
      ...(share >= SOME && { quantiles: spread(sorted.filter(isBeyond), QUANTILES) }),
    }
  }
  const turnTo = (time: number): void => {
    const next = Math.floor(time / HOUR_MS)
    if (next === hour) return
    if (seen > 0) hours = [...hours.slice(-HELD_HOURS), endHour()].filter((one) => one.hour >= next - HELD_HOURS)
    ;({ hour, kept, stride, seen, beyond } = { ...NO_HOUR, kept: [], hour: next })
    ;({ isRhythm, states } = readDay(hours, hour))
  }
  const nearestTo = (zScore: number, time: number): number => {
    const middle = isRhythm ? middleAt(hours, time / HOUR_MS - HOURS) : Number.NaN
    let nearest = Math.abs(zScore - middle) < Math.abs(zScore) ? middle : 0
    for (const state of states) if (Math.abs(zScore - state) < Math.abs(zScore - nearest)) nearest = state
    // Nearer than it is remembered by
    return nearest !== 0 && Math.abs(zScore - nearest) * GRAIN < 1 ? zScore : nearest
  }
  const remember = (zScore: number): void => {
    if (seen % stride === 0) kept.push(Math.round(zScore * GRAIN) / GRAIN)
    seen++
    if (isBeyond(zScore)) beyond++
    if (kept.length <= MAX_RESIDUALS_PER_HOUR) return
    kept = kept.filter((_, k) => k % 2 === 0)
    stride *= 2
  }
  return {
    take(zScore, time) {
      turnTo(time)
      if (Number.isNaN(zScore)) return 0
      const expected = isRhythm || states.length > 0 ? nearestTo(zScore, time) : 0
      remember(zScore)
      return expected
    },
    save: () => ({ hours, hour, kept: [...kept], stride, seen, beyond }),
  }
}

/** Whether the day before `now` was out of range as only a changed rhythm is, and the states that it was in all the time, or came back to. */
function readDay(hours: readonly Hour[], now: number): DayReading {
  if (!hours.some(({ share }) => share >= SOME)) return { isRhythm: false, states: [] }
  const lastDay = hours.filter(({ hour }) => hour >= now - HOURS)
  const max = new Set(lastDay.flatMap(({ hour, share }) => (share >= MAX ? [hour % HOURS] : [])))
  const parts = [...max].filter((hour) => !max.has((hour + HOURS - 1) % HOURS)).length
  const some = hours.filter(({ quantiles }) => quantiles !== undefined)
  const isHeld = some.length >= FEWEST_HELD && some[0]!.hour <= now - HELD_HOURS + 1
  // Of a day ago: what moves on is not where it was
  const old = isHeld ? some.filter(({ hour }) => hour <= now - HOURS).flatMap(({ quantiles }) => quantiles!) : []
  const states = spread(Float64Array.from(old).sort(), STATES)
  return { isRhythm: parts > 1, states }
}

/** So many quantiles of sorted values; none of no values. */
function spread(sorted: Float64Array, count: number): number[] {
  return sorted.length === 0 ? [] : Array.from({ length: count }, (_, k) => quantileSorted(sorted, (k + 0.5) / count))
}

/** The middle residual at a time in hours, between those of the hours around it; NaN where they are not known. */
function middleAt(hours: readonly Hour[], time: number): number {
  const place = time - 0.5
  const from = Math.floor(place)
  const before = hours.find(({ hour }) => hour === from)?.middle
  const after = hours.find(({ hour }) => hour === from + 1)?.middle
  if (before === undefined || after === undefined) return before ?? after ?? Number.NaN
  return before + (after - before) * (place - from)
}
