import { createRecentMax } from './recent-max.ts'

/**
 * How long the rows of a project that fetches are waited for. A service has its samples some minutes late, of one metric later than of another: what it does not
 * have yet is no silence.
 */
export interface FetchWait {
  /** Notes that the newest value of a series, by its place, is of the row that ends at `rowEnd`. */
  note(place: number, rowEnd: number, now: number): void
  /** How long after its end a row is complete, whatever it lacks. */
  ms(stepMs: number, now: number): number
  /** The end of the last row that all series have come to; those that are later than usual are not waited for. */
  wholeTo(stepMs: number, now: number): number
  /**
   * From where on newest values are to be noted, of what is unscored from `unscoredFrom` on and has so many series: for a while after series were added also
   * what was scored before, so that none is missed that is later than the others.
   */
  noteFrom(unscoredFrom: number, seriesCount: number, now: number): number
}

/** What comes later was fetched after an outage. */
const mostLateMs = 20 * 60_000
/** Fetching is put off by some seconds, and takes some. */
const marginMs = 15_000
const spanMs = 3_600_000

/** A new project has its first samples of all metrics by then. */
const settleMs = 30_000

export interface FetchWaitOptions {
  /** How late the newest sample is at the beginning: taken as usual until others are noted. */
  readonly lateMs: number
  /** When a project began that nothing is known of yet: what its first samples lack is waited for. */
  readonly newSince?: number
}

export function createFetchWait({ lateMs, newSince = Number.NEGATIVE_INFINITY }: FetchWaitOptions): FetchWait {
  const latest = createRecentMax(spanMs)
  /** By place. */
  const ends: number[] = []
  let isNoted = false
  let places = 0
  let wideUntil = Number.NEGATIVE_INFINITY
  const isSettling = (now: number): boolean => now < newSince + settleMs
  const usualMs = (now: number): number => (isNoted ? latest.get(now) : Math.min(mostLateMs, Math.max(0, lateMs)))
  const ms = (stepMs: number, now: number): number => stepMs + marginMs + (isSettling(now) ? mostLateMs : usualMs(now))
  return {
    note(place, rowEnd, now) {
      if (rowEnd <= (ends[place] ?? Number.NEGATIVE_INFINITY)) return
      ends[place] = rowEnd
      if (now - rowEnd > mostLateMs) return
      isNoted = true
      latest.note(now - rowEnd, now)
    },
    ms,
    wholeTo(stepMs, now) {
      if (isSettling(now)) return Number.NEGATIVE_INFINITY
      const since = now - ms(stepMs, now)
      let least = Number.POSITIVE_INFINITY
      for (const end of ends) if (end >= since && end < least) least = end
      return least === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : least
    },
    noteFrom(unscoredFrom, seriesCount, now) {
      if (seriesCount > places) wideUntil = now + mostLateMs
      places = seriesCount
      return isNoted && now >= wideUntil ? unscoredFrom : Math.min(unscoredFrom, now - mostLateMs)
    },
  }
}
