import { type PointGrid, SERIES_END } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { MAX_CELLS } from './grid-rows.ts'
import type { OpenDetector } from './open-detector.ts'
import { createRecentMax } from './recent-max.ts'

/**
 * How long rows wait for their samples in a project whose data is fetched from a service. The service has its samples some minutes late, and those of one metric
 * later than those of another. A sample that it does not have yet is therefore not missing.
 */
export interface FetchWait {
  /** Records that the newest value of a series, by its place, belongs to the row that ends at `rowEnd`. */
  note(place: number, rowEnd: number, now: number): void
  /** How long after its end a row is complete, whatever it lacks. */
  ms(stepMs: number, now: number): number
  /** The end of the last row in which all series have arrived, except those that are later than usual. */
  wholeTo(stepMs: number, now: number): number
  /**
   * The time from which newest values must be read if rows from `unscoredFrom` on are not scored yet. For a while after series were added it lies before
   * `unscoredFrom`, so that a series is not missed that is later than the others.
   */
  noteFrom(unscoredFrom: number, seriesCount: number, now: number): number
}

/** Samples that arrive later than this were fetched after an outage. */
const MAX_LATE_MS = 20 * 60_000
/** Fetching begins some seconds late, and takes some seconds. */
const MARGIN_MS = 15_000
const MAX_AGE_MS = 3_600_000

/** A new project has the first samples of all its metrics after this time. */
const SETTLE_MS = 30_000

export interface FetchWaitOptions {
  /** How late the newest sample is at the beginning, which counts as usual until others are recorded. */
  readonly lateMs: number
  /** When a new project began: its rows wait for the series that its first samples lack. */
  readonly newSince?: number
}

export function createFetchWait({ lateMs, newSince = Number.NEGATIVE_INFINITY }: FetchWaitOptions): FetchWait {
  const latest = createRecentMax(MAX_AGE_MS)
  /** The end of each series' last row, by place. */
  const ends: number[] = []
  let isNoted = false
  let places = 0
  let wideUntil = Number.NEGATIVE_INFINITY
  const isSettling = (now: number): boolean => now < newSince + SETTLE_MS
  const usualMs = (now: number): number => (isNoted ? latest.get(now) : Math.min(MAX_LATE_MS, Math.max(0, lateMs)))
  const ms = (stepMs: number, now: number): number =>
    stepMs + MARGIN_MS + (isSettling(now) ? MAX_LATE_MS : usualMs(now))
  return {
    note(place, rowEnd, now) {
      if (rowEnd <= (ends[place] ?? Number.NEGATIVE_INFINITY)) return
      ends[place] = rowEnd
      if (now - rowEnd > MAX_LATE_MS) return
      isNoted = true
      latest.note(now - rowEnd, now)
    },
    ms,
    wholeTo(stepMs, now) {
      if (isSettling(now)) return Number.NEGATIVE_INFINITY
      const since = now - ms(stepMs, now)
      let min = Number.POSITIVE_INFINITY
      for (const end of ends) if (end >= since && end < min) min = end
      return min === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : min
    },
    noteFrom(unscoredFrom, seriesCount, now) {
      if (seriesCount > places) wideUntil = now + MAX_LATE_MS
      places = seriesCount
      return isNoted && now >= wideUntil ? unscoredFrom : Math.min(unscoredFrom, now - MAX_LATE_MS)
    },
  }
}

/**
 * Reads how far each series of a project whose data is fetched has come. Resolves with the rows that were read for it, which can be scored without being read
 * again, or undefined if there are none. `presentRow` is the row of now.
 */
export async function readFetched(
  { points, clock }: Pick<Context, 'points' | 'clock'>,
  sourceId: string,
  wait: FetchWait,
  { numbers, options: { stepMs }, position }: OpenDetector,
  presentRow: number,
): Promise<PointGrid | undefined> {
  const maxRows = Math.max(1, Math.floor(MAX_CELLS / numbers.length))
  const from = Math.floor(wait.noteFrom(position + stepMs, numbers.length, presentRow) / stepMs) * stepMs
  const span = { from: Math.max(from, presentRow - maxRows * stepMs), to: presentRow + stepMs }
  if (span.from >= span.to) return undefined
  const grid = await points.readGrid(sourceId, numbers, span, stepMs, 'withMarks')
  const now = clock.now()
  for (const [place, column] of grid.columns.entries()) {
    const row = column.findLastIndex((cell) => cell < SERIES_END)
    if (row >= 0) wait.note(place, grid.times[row]! + stepMs, now)
  }
  return grid
}
