import { type LabelProblem, type MatchedLabels, matchLabels, placeWindows, type RowSpan } from '@omen/engine/evaluate'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { LabelFile, LabelledWindow } from '../io/read-windows.ts'

/** The windows of each file. Throws a CliError with LABELS_WITHOUT_FILE or AMBIGUOUS_LABELS where they cannot be matched. */
export function requireMatched(files: readonly string[], { name, byFile }: LabelFile): MatchedLabels<LabelledWindow> {
  const result = matchLabels(files, byFile)
  if (result.kind === 'matched') return result
  throw unmatched(name, result)
}

function unmatched(name: string, problem: LabelProblem): CliError {
  const fail = (code: string, message: string, hint: string): CliError =>
    new CliError(`${name}: ${message}`, { code, exit: EXIT_CODE.failed, hint })
  if (problem.kind === 'no-file-named') {
    const hint = 'Give the labels a column "file", or evaluate one file.'
    return fail('AMBIGUOUS_LABELS', `the windows name no file, and there are ${problem.files}`, hint)
  }
  if (problem.kind === 'nothing-matches') {
    const hint = `The labels name "${problem.label}", the first file is "${problem.file}": the last parts must be the same.`
    return fail('LABELS_WITHOUT_FILE', 'no label belongs to a file that is evaluated', hint)
  }
  const { pair, rival } = problem
  const message =
    pair.file === rival.file
      ? `"${pair.file}" may be ${pair.label} or ${rival.label}`
      : `the label "${pair.label}" may be ${pair.file} or ${rival.file}`
  return fail('AMBIGUOUS_LABELS', message, 'Name the folders as they stand in the labels.')
}

/** The rows of a file's windows. Throws a CliError with WINDOW_WITHOUT_ROWS that names the file and the window that holds none. */
export function requireRows(file: string, times: Float64Array, windows: readonly LabelledWindow[]): RowSpan[] {
  const placed = placeWindows(times, windows)
  if (placed.kind === 'placed') return placed.windows
  const window = placed.window as LabelledWindow
  const at = (time: number | undefined): string => (time === undefined ? 'nowhere' : new Date(time).toISOString())
  throw new CliError(`${file}: the labelled window ${window.label} holds no row`, {
    code: 'WINDOW_WITHOUT_ROWS',
    exit: EXIT_CODE.failed,
    hint: `Its rows go from ${at(times[0])} to ${at(times.at(-1))}; times without a zone are UTC.`,
  })
}
