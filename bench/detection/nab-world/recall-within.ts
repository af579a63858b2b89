import {
  judgeWindows,
  type LabelledScores,
  probationRows,
  type WindowJudgement,
} from '../../../packages/engine/src/index.ts'

/** What scores reach at the lowest threshold, chosen on the labels, that keeps to so many false alarms a day. */
export function recallWithin(series: readonly LabelledScores[], perDay: number): WindowJudgement {
  const { days } = judgeWindows(series, Number.POSITIVE_INFINITY)
  const outside = series.flatMap(({ times, windows, scores }) =>
    Array.from(times.keys())
      .filter((row) => row >= probationRows(times.length) && !windows.some(({ from, to }) => from <= row && row <= to))
      .map((row) => scores[row]!),
  )
  const tooMuch = outside.sort((a, b) => b - a)[Math.floor(perDay * days)] ?? Number.NEGATIVE_INFINITY
  const allowed = series.flatMap(({ scores }) => Array.from(scores).filter((score) => score > tooMuch))
  return judgeWindows(
    series,
    allowed.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  )
}
