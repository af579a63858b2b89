import { CsvProblem } from '@omen/engine/series'
import type { ScoreTally, UnreadRow } from '../results/score-tally.ts'
import type { DetectorRegistry } from './detector-registry.ts'
import { type FileLine, type TableLine, tableLines } from './table-lines.ts'
import { createTableOpener, type OpenTable } from './table-reader.ts'
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
  const opener = createTableOpener(ignored, registry.has)
  let scorer: TableScorer | undefined
  let held = ''
  const open = ({ reader, rows }: OpenTable): readonly TableLine[] => {
    scorer = createTableScorer(reader, registry, tally)
    held = scorer.heading
    return rows
  }
  for await (const batch of tableLines(untilStopped(lines, stop))) {
    const table = scorer === undefined ? opener.push(batch) : undefined
    const rows = table ? open(table) : batch
    if (scorer === undefined) continue
    for (const { text, line } of rows) held += scorer.score(text, line)
    if (tally.rows === tally.unread && tally.rows < MAX_UNREAD_ROWS_AT_START) continue
    requireRows(tally)
    if (held !== '') yield held
    held = ''
  }
  if (stop.aborted) return
  const late = scorer === undefined ? opener.end() : undefined
  if (late) {
    for (const { text, line } of open(late)) held += scorer!.score(text, line)
  }
  if (scorer === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
  requireRows(tally)
  if (held !== '') yield held
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
