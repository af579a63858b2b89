import { median } from '../../stats/quantile.ts'
import type { Anomaly } from './finding.ts'

/** Watches whether a template that came at regular times stays away. */
export type Heartbeat = {
  /** Takes the time of an event, ascending. */
  push(time: number): void
  /** What is odd about not hearing it for so long; undefined for a template without a rhythm. */
  check(absentMs: number): Anomaly | undefined
  /** The median gap of a template with a rhythm. */
  period(): number | undefined
  /** How many gaps could have been a silence: all there were, of a template with a rhythm. */
  evaluated(): number
  state(): HeartbeatState
}

/** What a heartbeat goes on from, as plain data. */
export type HeartbeatState = {
  gaps: number[]
  stride: number
  skipped: number
  last: number
  events: number
  longest: number
}

type Rhythm = { readonly period: number; readonly missRate: number }

/** Gaps that are kept; when they are so many, every second one is dropped. */
const history = 64
/** Gaps that show a period, at least. */
const fewest = 12
/** Median deviation of the gaps, as a part of the period, up to which they are regular. */
const regularity = 0.25
/** Periods after which a beat was late. */
const late = 1.5
/** Beats in a row that have to be missed. */
const missedBeats = 3

const unheard: HeartbeatState = { gaps: [], stride: 1, skipped: 0, last: Number.NaN, events: 0, longest: 0 }

/**
 * A rhythm is a median gap m of at least `shortest`, with a median deviation of at most m / 4, over at least 12 gaps. Each
 * beat is missed with probability q = (late gaps + 1) / (gaps + 2); k beats in a row, at least 3, with q to the power of k, but none
 * below 1 / n² after n events, what has not beaten for long may end as well, and none below 1 / n for a silence such as there was
 * before.
 * Holds 64 gaps spread over the whole life: when they are full every second one goes and half as many are taken.
 */
export function createHeartbeat(shortest: number, saved: HeartbeatState = unheard): Heartbeat {
  let { stride, skipped, last, events, longest } = saved
  let gaps = [...saved.gaps]
  let rhythm: Rhythm | undefined
  let isFresh = false

  const take = (gap: number): void => {
    if (++skipped < stride) return
    skipped = 0
    isFresh = false
    gaps.push(gap)
    if (gaps.length < history) return
    gaps = gaps.filter((_, i) => i % 2 === 0)
    stride *= 2
  }
  const findRhythm = (): Rhythm | undefined => {
    if (gaps.length < fewest) return undefined
    const period = median(gaps)
    if (period < shortest || median(gaps.map((gap) => Math.abs(gap - period))) > regularity * period) return undefined
    const lateGaps = gaps.filter((gap) => gap > late * period).length
    return { period, missRate: (lateGaps + 1) / (gaps.length + 2) }
  }
  const latest = (): Rhythm | undefined => {
    if (!isFresh) rhythm = findRhythm()
    isFresh = true
    return rhythm
  }
  return {
    push(time) {
      events++
      if (time > last) {
        take(time - last)
        longest = Math.max(longest, time - last)
      }
      last = Number.isNaN(last) ? time : Math.max(last, time)
    },
    check(absentMs) {
      if (absentMs < missedBeats * shortest) return undefined
      const found = latest()
      const missed = found ? Math.floor(absentMs / found.period - 0.5) : 0
      if (!found || missed < missedBeats) return undefined
      const least = absentMs <= longest ? 1 / (events + 1) : 1 / (events + 1) ** 2
      const probability = Math.max(found.missRate ** missed, least)
      // Its count went from whatever it was to nothing
      return { probability, observed: missed, usual: found.period, rangeShare: 1 }
    },
    period: () => latest()?.period,
    evaluated: () => (latest() ? events : 0),
    state: () => ({ gaps: [...gaps], stride, skipped, last, events, longest }),
  }
}
