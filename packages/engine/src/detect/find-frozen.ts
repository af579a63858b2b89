import type { Frame } from '../series/frame.ts'
import { describeValues } from './column/describe-values.ts'
import type { Run } from './find-runs.ts'
import { guessUnit } from './guess-unit.ts'
import type { Model } from './model.ts'
import type { GapFinding } from './period.ts'
import { durationMs, spanOf } from './span.ts'

/** Fewer equal values in a row happen in any data. */
const SHORTEST = 8
/** How unlikely so many repeats have to be, given how often a value repeats. */
const UNLIKELY = 1e-9

/**
 * Values that used to vary and stand exactly still for improbably long: at least 8 rows, twice as long as ever in training, and
 * less likely than 1e-9 by the part of rows that repeat the one before. A value outside the range of training is another
 * matter (saturated, or down) and not told here. Without a model the frame itself says what is usual.
 */
export function findFrozen(frame: Frame, model?: Model): GapFinding[] {
  return frame.series.flatMap((_, column) => {
    const values = frame.columns[column]!
    const runs = constantRuns(values)
    const usual = model?.columns[column]?.facts ?? usualWithout(values, runs)
    if (!(usual.max > usual.min)) return []
    const repeats = Math.min(0.999, Math.max(usual.repeats, 0.02))
    const needed = Math.max(SHORTEST, 2 * usual.longestRun, Math.ceil(Math.log(UNLIKELY) / Math.log(repeats)))
    return runs
      .filter((run) => run.toRow - run.fromRow >= needed)
      .filter((run) => values[run.fromRow]! > usual.min && values[run.fromRow]! < usual.max)
      .map((run) => frozenGap(run, column, frame))
  })
}

/** Runs of at least 8 equal values; a gap within is passed over. */
function constantRuns(values: Float64Array): Run[] {
  const runs: Run[] = []
  let fromRow = -1
  let last = -1
  let count = 0
  for (let row = 0; row <= values.length; row++) {
    const value = row < values.length ? values[row]! : Number.POSITIVE_INFINITY
    if (Number.isNaN(value)) continue
    if (fromRow >= 0 && value === values[fromRow]) {
      count++
    } else {
      if (fromRow >= 0 && count >= SHORTEST) runs.push({ fromRow, toRow: last + 1 })
      fromRow = row
      count = 1
    }
    last = row
  }
  return runs
}

/** What is usual in a frame, its longest constant run left out. */
function usualWithout(values: Float64Array, runs: readonly Run[]) {
  const rest = values.slice()
  const longest = runs.reduce<Run | undefined>(
    (best, run) => (best === undefined || run.toRow - run.fromRow > best.toRow - best.fromRow ? run : best),
    undefined,
  )
  if (longest !== undefined) rest.fill(Number.NaN, longest.fromRow, longest.toRow)
  return describeValues(rest)
}

function frozenGap(run: Run, column: number, frame: Frame): GapFinding {
  const { metric, instance, service, id } = frame.series[column]!
  return {
    kind: 'frozen',
    ...spanOf(run, frame),
    isMissingValue: false,
    seriesIds: [id],
    sentence: {
      kind: 'frozen',
      metric,
      instance,
      ...(service === undefined ? {} : { service }),
      value: frame.columns[column]![run.fromRow]!,
      unit: guessUnit(metric),
      durationMs: durationMs(run, frame),
    },
  }
}
