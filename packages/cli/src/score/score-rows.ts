import { CsvProblem } from '@omen/engine/series'
import type { ScoreTally, UnreadRow } from '../results/score-tally.ts'
import type { DetectorRegistry } from './detector-registry.ts'
import { type FileLine, tableLines } from './table-lines.ts'
import { createTableReader } from './table-reader.ts'
import { createTableScorer, type TableScorer } from './table-scorer.ts'

/** After this many rows of which none can be read, scoring stops. */
const MAX_UNREAD_ROWS_AT_START = 1000

interface ScoreRowsOptions {
  registry: DetectorRegistry
  tally: ScoreTally
  /** Columns that are not scored. */
  ignored: readonly string[]
  stop: AbortSignal
  /** Whether a column of words is one of gaps. */
  mayHoldNoNumber: boolean
}

/**
 * Scores a table as its lines arrive and yields one chunk of CSV per batch; nothing is yielded before a row could be read.
 * Stops without a failure once `stop` is aborted. Throws the engine's CsvProblem for a table that cannot be read.
 */
export async function* scoreRows(
  lines: AsyncIterable<readonly FileLine[]>,
  { registry, tally, ignored, stop, mayHoldNoNumber }: ScoreRowsOptions,
): AsyncGenerator<string> {
  let scorer: TableScorer | undefined
  let held = ''
  for await (const batch of tableLines(untilStopped(lines, stop))) {
    for (const { text, line } of batch) {
      if (scorer) {
        held += scorer.score(text, line)
        continue
      }
      scorer = createTableScorer(createTableReader(text, ignored), registry, tally)
      held = scorer.heading
    }
    if (tally.rows === tally.unread && tally.rows < MAX_UNREAD_ROWS_AT_START) continue
    requireRows(tally)
    if (held !== '') yield held
    held = ''
  }
  if (stop.aborted) return
  if (scorer === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
  requireRows(tally)
  if (!mayHoldNoNumber) scorer.requireNumbers()
}

/** Throws CsvProblem where no row could be read. */
export function requireRows({ rows, unread, firstUnread }: Pick<ScoreTally, 'rows' | 'unread' | 'firstUnread'>): void {
  if (rows === 0) throw new CsvProblem('HEADER_ONLY', 1, 0, 'there is no row below the heading')
  if (rows > unread) return
  const { line, column, reason } = firstUnread as UnreadRow
  throw new CsvProblem('NO_GOOD_ROWS', line, column, `no row could be read: ${reason}`)
}

async function* untilStopped<T>(source: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  try {
    for await (const one of source) {
      yield one
      if (stop.aborted) return
    }
  } catch (error) {
    // Standard input is destroyed when the program is stopped.
    if (!stop.aborted) throw error
  }
}
