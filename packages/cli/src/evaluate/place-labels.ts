import { placeWindows, type RowSpan } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { LabelledWindow } from '../io/read-windows.ts'

/** The rows of a file's windows. Throws a CliError with WINDOW_WITHOUT_ROWS that names the file and the window that holds none. */
export function placeLabels(file: string, times: Float64Array, windows: readonly LabelledWindow[]): RowSpan[] {
  const placed = placeWindows(times, windows)
  if (placed.kind === 'placed') return placed.windows
  const window = placed.window as LabelledWindow
  const at = (time: number | undefined): string => (time === undefined ? 'nowhere' : new Date(time).toISOString())
  throw new CliError(`${file}: the labelled window ${window.said} holds no row`, {
    ...{ code: 'WINDOW_WITHOUT_ROWS', exit: exitCode.failed },
    hint: `Its rows go from ${at(times[0])} to ${at(times.at(-1))}; times without a zone are UTC.`,
  })
}
