import { CsvProblem } from '@omen/engine'
import { csvLimits } from '../io/csv-failure.ts'
import type { TextLine } from '../io/read-lines.ts'
import type { DetectorBook } from './detector-book.ts'
import type { ScoreTally } from './score-tally.ts'
import { createTableScorer, type TableScorer } from './table-scorer.ts'

/** So many rows with none that can be read, and the rest is not looked at. */
const hopelessRows = 1000

/**
 * Scores a table as its lines come, a piece of CSV for each batch of them; nothing is given out before a row could be read.
 * Stops without a failure once `stop` is aborted. Throws the engine's CsvProblem for a table that cannot be read.
 */
export async function* scoreRows(
  lines: AsyncIterable<readonly TextLine[]>,
  book: DetectorBook,
  tally: ScoreTally,
  stop: AbortSignal,
): AsyncGenerator<string> {
  let scorer: TableScorer | undefined
  let held = ''
  let line = 0
  for await (const batch of untilStopped(lines, stop)) {
    for (const { text, isCut } of batch) {
      line++
      if (isCut) {
        const reason = `line ${line} is longer than ${csvLimits.maxLineBytes} bytes`
        throw new CsvProblem('LINE_TOO_LONG', line, 0, reason)
      }
      if (text === '' || text.trim() === '') continue
      if (scorer) {
        held += scorer.score(text, line)
        continue
      }
      scorer = createTableScorer(text.replace(/^\uFEFF/, ''), book, tally)
      held = scorer.heading
    }
    if (tally.rows === tally.unread && tally.rows < hopelessRows) continue
    requireRows(tally)
    if (held !== '') yield held
    held = ''
  }
  if (stop.aborted) return
  if (scorer === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
  if (tally.rows === 0) throw new CsvProblem('HEADER_ONLY', 1, 0, 'there is no row below the heading')
  requireRows(tally)
}

function requireRows({ rows, unread, firstUnread }: ScoreTally): void {
  if (rows > unread || firstUnread === undefined) return
  const { line, reason } = firstUnread
  throw new CsvProblem('NO_GOOD_ROWS', line, 0, `no row could be read: ${reason}`)
}

async function* untilStopped<T>(source: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  try {
    for await (const one of source) {
      yield one
      if (stop.aborted) return
    }
  } catch (error) {
    // Standard input is closed from outside when the program is to stop.
    if (!stop.aborted) throw error
  }
}
