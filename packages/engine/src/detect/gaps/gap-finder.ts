import type { Frame, SeriesKey } from '../../series/frame.ts'
import { emptyRows } from '../find-down.ts'
import { partition } from '../joint-views.ts'
import type { GapFinding } from '../period.ts'
import { createFrozenFinder } from './frozen-finder.ts'
import type { GapFinderOptions } from './gap-finder-options.ts'
import { createGapList, type GapFacts, type GapList, HICCUP_ROWS } from './gap-list.ts'
import { createQuietRun } from './quiet-run.ts'
import { createQuietClock } from './quiet-times.ts'
import { createSilentFinder } from './silent-finder.ts'

/** Finds gaps in frames that follow each other; rows are counted from the first one. */
export type GapFinder = {
  add(frame: Frame): void
  /** In the order of their rows, the first 10,000 of each kind. */
  end(): GapFinding[]
}

/**
 * Intervals without information, as three different findings: the collector silent (no series has a value), a target silent (an
 * instance or a single series, while others report), and a value frozen. At least 3 rows long, and longer for series that are
 * often missing. Rows at times of the day at which training had no values are passed over. What is kept does not grow with the rows.
 */
export function createGapFinder(options: GapFinderOptions): GapFinder {
  const { series } = options
  const collector = createCollectorFinder(options)
  const targets = partition(series, (key) => key.instance).map(({ name, columns }) =>
    createSilentFinder(name, columns, options),
  )
  const frozen = createFrozenFinder(options)
  const parts = [collector, ...targets, frozen]
  let rows = 0
  return {
    add(frame) {
      const isEmpty = emptyRows(frame)
      for (const part of parts) part.add(frame, rows, isEmpty)
      rows += frame.times.length
    },
    end: () => parts.flatMap((part) => part.end()).sort((a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow),
  }
}

function createCollectorFinder({ series, stepMs, expected, timeZone }: GapFinderOptions) {
  const gaps: GapList = createGapList(stepMs)
  const isQuiet = createQuietClock(
    expected.map(({ quiet }) => quiet),
    timeZone,
  )
  const run = createQuietRun(HICCUP_ROWS, (found) => gaps.add(found, (durationMs) => collectorGap(series, durationMs)))
  return {
    add(frame: Frame, from: number, isEmpty: Uint8Array): void {
      for (let k = 0; k < isEmpty.length; k++) {
        const time = frame.times[k]!
        if (isEmpty[k] === 0) run.add(from + k, false, time)
        else if (!isQuiet(time)) run.add(from + k, true, time)
      }
    },
    end(): GapFinding[] {
      run.end()
      return gaps.found
    },
  }
}

/** What is said where no series has a value. */
export function collectorGap(series: readonly SeriesKey[], durationMs: number): GapFacts {
  return {
    kind: 'collector',
    isMissingValue: true,
    seriesIds: series.map((key) => key.id),
    sentence: { kind: 'collector', series: series.length, durationMs },
  }
}
