import { CsvProblem } from '@omen/engine'
import { csvLimits } from '../csv-limits.ts'
import type { ScoreTally } from '../results/score-tally.ts'
import type { DetectorRegistry } from './detector-registry.ts'
import { createTableScorer, type TableScorer } from './table-scorer.ts'

/** A line of a table; cut where it is longer than the limit. */
export interface TableLine {
  text: string
  isCut: boolean
}

/** After this many rows of which none can be read, scoring stops. */
const maxUnreadRowsAtStart = 1000

/**
 * Scores a table as its lines arrive and yields one chunk of CSV per batch; nothing is yielded before a row could be read.
 * Stops without a failure once `stop` is aborted. Throws the engine's CsvProblem for a table that cannot be read.
 */
export async function* scoreRows(
  lines: AsyncIterable<readonly TableLine[]>,
  registry: DetectorRegistry,
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
      scorer = createTableScorer(text.replace(/^\uFEFF/, ''), registry, tally)
      held = scorer.heading
    }
    if (tally.rows === tally.unread && tally.rows < maxUnreadRowsAtStart) continue
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
    // Standard input is destroyed when the program is stopped.
    if (!stop.aborted) throw error
  }
}
