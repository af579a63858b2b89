import type { Frame } from '../../series/frame.ts'
import { guessUnit } from '../guess-unit.ts'
import type { GapFinding } from '../period.ts'
import { type ConstantRun, createConstantRuns } from './constant-runs.ts'
import type { GapExpectation } from './gap-expectation.ts'
import type { GapFinderOptions } from './gap-finder-options.ts'
import { createGapList } from './gap-list.ts'

/** Fewer equal values in a row happen in any data. */
const SHORTEST = 8
/** How unlikely so many repeats have to be, given how often a value repeats. */
const UNLIKELY = 1e-9

/**
 * Finds values that used to vary and stand exactly still for improbably long: at least 8 rows, twice as long as expected, and
 * less likely than 1e-9 by the part of rows that repeat the one before. A value outside the expected range is another matter
 * (saturated, or down) and not reported here.
 */
export function createFrozenFinder({ series, stepMs, expected }: GapFinderOptions) {
  const gaps = createGapList(stepMs)
  const tell = (column: number, run: ConstantRun): void => {
    const { metric, instance, service, id } = series[column]!
    gaps.add(run, (durationMs) => ({
      kind: 'frozen',
      isMissingValue: false,
      seriesIds: [id],
      sentence: {
        kind: 'frozen',
        metric,
        instance,
        ...(service === undefined ? {} : { service }),
        value: run.value,
        unit: guessUnit(metric),
        durationMs,
      },
    }))
  }
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

function frozenIn({ min, max, repeats, longestRun }: GapExpectation): (run: ConstantRun) => boolean {
  const share = Math.min(0.999, Math.max(repeats, 0.02))
  const needed = Math.max(SHORTEST, 2 * longestRun, Math.ceil(Math.log(UNLIKELY) / Math.log(share)))
  return ({ fromRow, toRow, count, value }) =>
    toRow - fromRow >= needed && count >= SHORTEST && value > min && value < max
}
