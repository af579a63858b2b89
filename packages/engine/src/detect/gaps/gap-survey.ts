import type { Frame } from '../../series/frame.ts'
import { type ConstantRun, createConstantRuns } from './constant-runs.ts'
import type { GapExpectation } from './gap-expectation.ts'
import { createQuietRun } from './quiet-run.ts'

/**
 * Learns from the values themselves what is usual, where no model does: consecutive frames in, an expectation a column out. The
 * three longest gaps of a column and its longest constant run are left out, since they may be what is looked for.
 */
export type GapSurvey = { add(frame: Frame): void; end(): GapExpectation[] }

/** A survey of so many columns. Its memory does not grow with the rows. */
export function createGapSurvey(columns: number): GapSurvey {
  const surveys = Array.from({ length: columns }, createColumnSurvey)
  return {
    add(frame) {
      for (const [column, survey] of surveys.entries()) survey.add(frame.columns[column]!)
    },
    end: () => surveys.map((survey) => survey.end()),
  }
}

/** The longest gaps of the training, which do not count as its normal ones. */
const GAPS_LEFT_OUT = 3

type ColumnSurvey = { add(values: Float64Array): void; end(): GapExpectation }

function createColumnSurvey(): ColumnSurvey {
  let rows = 0
  let missing = 0
  const longestGaps: number[] = []
  const gap = createQuietRun(1, ({ fromRow, toRow }) => {
    longestGaps.push(toRow - fromRow)
    longestGaps.sort((a, b) => b - a)
    longestGaps.length = Math.min(longestGaps.length, GAPS_LEFT_OUT)
  })
  const values = createValueSurvey()
  const runs = createConstantRuns(values.add)
  return {
    add(column) {
      for (let k = 0; k < column.length; k++) {
        const isMissing = Number.isNaN(column[k]!)
        if (isMissing) missing++
        gap.add(rows + k, isMissing)
      }
      runs.add(column)
      rows += column.length
    },
    end() {
      gap.end()
      runs.end()
      const leftOut = longestGaps.reduce((sum, length) => sum + length, 0)
      return { missing: (missing - leftOut) / Math.max(1, rows), ...values.end() }
    },
  }
}

/** Fewer equal values in a row are no constant run. */
const SHORTEST = 8

/** Facts of all runs but the longest, which is only folded in when a longer one comes. */
function createValueSurvey() {
  const usual = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, longestRun: 0 }
  let pairs = 0
  let repeats = 0
  let longest: ConstantRun | undefined
  const fold = (run: ConstantRun): void => {
    usual.min = Math.min(usual.min, run.value)
    usual.max = Math.max(usual.max, run.value)
    usual.longestRun = Math.max(usual.longestRun, run.longestUnbroken)
    repeats += run.repeats
    pairs += run.repeats
  }
  return {
    add(run: ConstantRun): void {
      const isLongest = run.count >= SHORTEST && run.toRow - run.fromRow > lengthOf(longest)
      // A pair of different neighbours counts unless it borders on the run that is left out.
      if (run.follows) pairs++
      if (isLongest && longest) fold(longest)
      if (isLongest) longest = { ...run }
      else fold(run)
    },
    end(): Omit<GapExpectation, 'missing'> {
      const bordering = longest ? Number(longest.follows) + Number(longest.isFollowed) : 0
      const counted = pairs - bordering
      return { ...usual, repeats: counted > 0 ? repeats / counted : 0 }
    },
  }
}

function lengthOf(run: ConstantRun | undefined): number {
  return run === undefined ? 0 : run.toRow - run.fromRow
}
