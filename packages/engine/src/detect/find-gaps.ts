import type { Frame } from '../series/frame.ts'
import { emptyRows } from './find-down.ts'
import { findFrozen } from './find-frozen.ts'
import { findRuns, type Run } from './find-runs.ts'
import { partition } from './joint-views.ts'
import type { Model } from './model.ts'
import type { GapFinding } from './period.ts'
import { durationMs, spanOf } from './span.ts'

/** Fewer missing rows are a hiccup. */
const SHORTEST = 3
/** A gap has to be less likely than this, given how often the series is missing anyway. */
const UNLIKELY = 1e-4

/**
 * Stretches without information, as three different findings: the collector silent (no series has a value), a target silent (an
 * instance or a single series, while others report), and a value frozen (see `findFrozen`). At least 3 rows long, and longer for
 * series that are often missing. With a model its training says what is usual; without one the frame itself does.
 */
export function findGaps(frame: Frame, model?: Model): GapFinding[] {
  const isEmpty = emptyRows(frame)
  const collector = findRuns(
    Float64Array.from(isEmpty, (empty) => 1 - empty),
    0.5,
    SHORTEST,
  ).map((run): GapFinding => collectorGap(run, frame))
  const targets = partition(frame.series, (key) => key.instance).flatMap(({ name, columns }) =>
    silentTargets(name, columns, frame, isEmpty, model),
  )
  return [...collector, ...targets, ...findFrozen(frame, model)].sort(
    (a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow,
  )
}

function collectorGap(run: Run, frame: Frame): GapFinding {
  return {
    kind: 'collector',
    ...spanOf(run, frame),
    isMissingValue: true,
    seriesIds: frame.series.map((key) => key.id),
    sentence: { kind: 'collector', series: frame.series.length, durationMs: durationMs(run, frame) },
  }
}

function silentTargets(
  instance: string,
  columns: readonly number[],
  frame: Frame,
  isEmpty: Uint8Array,
  model: Model | undefined,
): GapFinding[] {
  const whole = silentRuns(columns, frame, isEmpty, model)
  const singles = columns.flatMap((column) =>
    columns.length === 1
      ? []
      : silentRuns([column], frame, isEmpty, model)
          .filter((run) => !whole.some((other) => run.fromRow < other.toRow && other.fromRow < run.toRow))
          .map((run) => silentGap(run, instance, [column], frame, false)),
  )
  return [...whole.map((run) => silentGap(run, instance, columns, frame, true)), ...singles]
}

/** Runs at which all the columns are missing while others report, too long to be usual. */
function silentRuns(columns: readonly number[], frame: Frame, isEmpty: Uint8Array, model: Model | undefined): Run[] {
  const state = new Float64Array(frame.times.length)
  let hasBegun = model !== undefined
  for (let row = 0; row < state.length; row++) {
    const isSilent = columns.every((column) => Number.isNaN(frame.columns[column]![row]!))
    hasBegun ||= !isSilent
    state[row] = isEmpty[row] === 1 ? Number.NaN : isSilent && hasBegun ? 0 : 1
  }
  const missing = Math.min(...columns.map((column) => usualMissing(column, frame, model)))
  const needed = missing > 0 ? Math.ceil(Math.log(UNLIKELY) / Math.log(missing)) : SHORTEST
  return missing >= 0.99 ? [] : findRuns(state, 0.5, Math.max(SHORTEST, needed))
}

/** The part of rows at which a series is usually missing: in training, or over the frame but for its three longest gaps. */
function usualMissing(column: number, frame: Frame, model: Model | undefined): number {
  if (model !== undefined) return 1 - model.columns[column]!.facts.present
  const state = frame.columns[column]!.map((value) => (Number.isNaN(value) ? 0 : 1))
  const gaps = findRuns(state, 0.5, 1).map((run) => run.toRow - run.fromRow)
  const usual = gaps.sort((a, b) => b - a).slice(3)
  return usual.reduce((sum, rows) => sum + rows, 0) / Math.max(1, state.length)
}

function silentGap(run: Run, instance: string, columns: readonly number[], frame: Frame, isWhole: boolean): GapFinding {
  return {
    kind: 'silent',
    ...spanOf(run, frame),
    isMissingValue: true,
    ...(isWhole ? { instance } : {}),
    seriesIds: columns.map((column) => frame.series[column]!.id),
    sentence: {
      kind: 'silent',
      instance,
      ...(isWhole ? {} : { metric: frame.series[columns[0]!]!.metric }),
      series: columns.length,
      durationMs: durationMs(run, frame),
    },
  }
}
