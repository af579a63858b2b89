import type { LabelledScores, RowSpan } from './labelled-series.ts'
import { probationRows } from './probation.ts'

/**
 * Rows that count, of all series; `order` lists them by falling score. A weight is a share of what a hit earns or a false alarm
 * costs. `windows` count over the corpus, -1 being outside; `total` is how many there are.
 */
export type RankedRows = {
  scores: Float64Array
  weights: Float64Array
  windows: Int32Array
  order: Uint32Array
  total: number
}

/** Weighs the rows of a corpus as NAB does, those of the probation left out, and sorts them. NaN is a row that has no score. */
export function rankRows(series: readonly LabelledScores[]): RankedRows {
  const count = series.reduce((sum, one) => sum + one.times.length, 0)
  const rows = { scores: new Float64Array(count), weights: new Float64Array(count), windows: new Int32Array(count) }
  let used = 0
  let total = 0
  for (const one of series) {
    used = weighSeries(one, total, rows, used)
    total += one.windows.length
  }
  const { scores } = rows
  const order = Uint32Array.from({ length: used }, (_, k) => k).sort((a, b) => scores[b]! - scores[a]!)
  return { ...rows, order, total }
}

/** Writes the rows of a series from place `used` on; the answer is the place after them. */
function weighSeries(
  { times, scores, windows }: LabelledScores,
  firstWindow: number,
  rows: Pick<RankedRows, 'scores' | 'weights' | 'windows'>,
  used: number,
): number {
  const windowOf = new Int32Array(times.length).fill(-1)
  // A row belongs to the first window that holds it.
  for (let k = windows.length - 1; k >= 0; k--) windowOf.fill(k, windows[k]!.from, windows[k]!.to + 1)
  let at = used
  let previous: RowSpan | undefined
  const probation = probationRows(times.length)
  for (let row = 0; row < times.length; row++) {
    const inside = windowOf[row]!
    const window = windows[inside]
    if (row >= probation && !Number.isNaN(scores[row]!)) {
      rows.scores[at] = scores[row]!
      rows.weights[at] = window === undefined ? weighOutside(row, previous) : weighInside(row, window)
      rows.windows[at++] = window === undefined ? -1 : firstWindow + inside
    }
    if (row === window?.to) previous = window
  }
  return at
}

function weighInside(row: number, { from, to }: RowSpan): number {
  return sigmoid(-(to - row + 1) / (to - from + 1)) / sigmoid(-1)
}

function weighOutside(row: number, previous: RowSpan | undefined): number {
  return previous === undefined ? -1 : sigmoid((row - previous.to) / (previous.to - previous.from))
}

function sigmoid(y: number): number {
  return y > 3 ? -1 : 2 / (1 + Math.exp(5 * y)) - 1
}
