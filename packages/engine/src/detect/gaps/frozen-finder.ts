import type { Frame, SeriesKey } from '../../series/frame.ts'
import { rowsNeededToBeStill, SHORTEST_STILL } from '../../stats/still-limit.ts'
import { guessUnit } from '../guess-unit.ts'
import type { GapFinding } from '../period.ts'
import { type ConstantRun, createConstantRuns } from './constant-runs.ts'
import type { GapExpectation } from './gap-expectation.ts'
import type { GapFinderOptions } from './gap-finder-options.ts'
import { createGapList, type GapFacts } from './gap-list.ts'

/**
 * Finds values that used to vary and stand exactly still for improbably long: at least 8 rows, twice as long as expected, and
 * less likely than 1e-9 by the part of rows that repeat the one before. A value outside the expected range is another matter
 * (saturated, or down) and not reported here.
 */
export function createFrozenFinder({ series, stepMs, expected }: GapFinderOptions) {
  const gaps = createGapList(stepMs)
  const tell = (column: number, run: ConstantRun): void =>
    gaps.add(run, (durationMs) => frozenGap(series[column]!, run.value, durationMs))
  const runs = series.map((_, column) => {
    const isFrozen = frozenIn(expected[column]!)
    return createConstantRuns((run) => {
      if (isFrozen(run)) tell(column, run)
    })
  })
  return {
    add(frame: Frame): void {
      for (const [column, values] of frame.columns.entries()) runs[column]!.add(values, frame.times)
    },
    end(): GapFinding[] {
      for (const one of runs) one.end()
      return gaps.found
    },
  }
}

/** The usual facts of a series, against which a run of equal values has to be improbable. */
export type FrozenFacts = Pick<GapExpectation, 'min' | 'max' | 'repeats' | 'longestRun'>

/** The facts of a value that stands still, for its sentence. */
export function frozenGap({ id, metric, instance, service }: SeriesKey, value: number, durationMs: number): GapFacts {
  const subject = { metric, instance, ...(service === undefined ? {} : { service }) }
  return {
    kind: 'frozen',
    isMissingValue: false,
    seriesIds: [id],
    sentence: { kind: 'frozen', ...subject, value, unit: guessUnit(metric), durationMs },
  }
}

function frozenIn({ min, max, ...usual }: FrozenFacts): (run: ConstantRun) => boolean {
  const needed = rowsNeededToBeStill(usual)
  return ({ fromRow, toRow, count, value }) =>
    toRow - fromRow >= needed && count >= SHORTEST_STILL && value > min && value < max
}
