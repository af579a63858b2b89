import {
  evaluateWindows,
  type LabelledScores,
  probationRows,
  type WindowEvaluation,
} from '../../../packages/engine/src/index.ts'

/** Recall at the lowest threshold, chosen on the labels, with at most the given false alarms per day. */
export function recallWithin(series: readonly LabelledScores[], perDay: number): WindowEvaluation {
  const { days } = evaluateWindows(series, Number.POSITIVE_INFINITY)
  const outside = series.flatMap(({ times, windows, scores }) =>
    Array.from(times.keys())
      .filter((row) => row >= probationRows(times.length) && !windows.some(({ from, to }) => from <= row && row <= to))
      .map((row) => scores[row]!),
  )
  const tooMuch = outside.sort((a, b) => b - a)[Math.floor(perDay * days)] ?? Number.NEGATIVE_INFINITY
  const allowed = series.flatMap(({ scores }) => Array.from(scores).filter((score) => score > tooMuch))
  return evaluateWindows(
    series,
    allowed.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  )
}
