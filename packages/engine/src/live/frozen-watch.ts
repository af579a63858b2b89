import { type FrozenFacts, frozenGap } from '../detect/gaps/frozen-finder.ts'
import { rowsNeededToBeStill } from '../stats/still-limit.ts'
import { MAX_REPEATS, MIN_STILL_MS, OF_FOUND } from '../stream/still-values.ts'
import type { FindingChanges } from './finding-changes.ts'
import type { GapReports } from './gap-reports.ts'
import type { LiveRows, StillState } from './live-state.ts'
import type { RowPlace } from './watch-series.ts'
import type { WatchedSeries } from './watched-series.ts'

/** Finds series whose values used to vary and stand exactly still. */
export type FrozenWatch = {
  takeRow(rows: LiveRows, k: number, place: RowPlace, changes: FindingChanges): void
}

/** A day has to pass before it is known what is usual: values may stand still at night. */
const DAY = 86_400_000
/** Repeats are counted over about this number of rows. */
const MEMORY_ROWS = 10_000

/** The part of the longest run that is forgotten in a day. */
const FORGOTTEN = 0.1

export function createFrozenWatch({
  stepMs,
  watched,
  reports,
}: {
  stepMs: number
  watched: WatchedSeries
  reports: GapReports
}): FrozenWatch {
  const { keys } = watched

  /** Whether a value that stands still is a finding: by the rules of files, once there is a day to compare with. */
  const isFrozen = (still: StillState, { row }: RowPlace, { min, max }: Pick<FrozenFacts, 'min' | 'max'>): boolean => {
    const repeats = still.repeats / still.rows
    if (still.seen * stepMs < DAY || repeats > MAX_REPEATS) return false
    const length = row + 1 - still.fromRow
    if (length * stepMs < MIN_STILL_MS || !(still.value > min && still.value < max)) return false
    const needed = rowsNeededToBeStill({ repeats, longestRun: still.longest })
    return length >= needed && still.count >= needed / 2
  }
  const takeValue = (at: number, value: number, place: RowPlace, changes: FindingChanges): void => {
    const still = watched.still.at(at)
    const key = keys[at]!
    const report = (change: 'opened' | 'extended' | 'ended', rows: number): void => {
      const gap = { start: still.start, fromRow: still.fromRow, rows }
      reports.take(`frozen|${key.id}`, change, gap, place, (ms) => frozenGap(key, still.value, ms), changes)
    }
    still.seen++
    if (value === still.value) {
      still.count++
      const rows = place.row + 1 - still.fromRow
      if (still.isOpen) report('extended', rows)
      else if (isFrozen(still, place, watched.watches.at(at))) {
        still.isOpen = true
        report('opened', rows)
      }
      return
    }
    if (still.isOpen) report('ended', 0)
    learnRun(still, DAY / stepMs)
    Object.assign(still, { value, fromRow: place.row, start: place.time, count: 1, isOpen: false })
  }
  return {
    takeRow(rows, k, place, changes) {
      for (let at = 0; at < keys.length; at++) {
        const value = rows.columns[at]![k]!
        if (!Number.isNaN(value)) takeValue(at, value, place, changes)
      }
    },
  }
}

/** A run that has ended says how long values stand still. One that was found is less certain to be usual: it is found again once, and then expected. */
function learnRun(still: StillState, dayRows: number): void {
  const { count, isOpen } = still
  if (count === 0) return
  still.longest = isOpen ? still.longest + OF_FOUND * count : Math.max(still.longest, count)
  still.longest *= 1 - FORGOTTEN * Math.min(1, count / dayRows)
  if (isOpen) return
  still.rows += count
  still.repeats += count - 1
  if (still.rows <= MEMORY_ROWS) return
  still.rows /= 2
  still.repeats /= 2
}
