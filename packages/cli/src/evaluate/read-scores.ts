import type { Readable } from 'node:stream'
import { CsvProblem, parseTimestamp, splitQuoted } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { csvFailure, csvLimits } from '../io/csv-failure.ts'
import { nameOf } from '../io/read-bytes.ts'
import { readLines, type TextLine } from '../io/read-lines.ts'
import { createDetectorBook } from '../score/detector-book.ts'
import { scoreRows } from '../score/score-rows.ts'
import { createScoreTally } from '../score/score-tally.ts'

/** A score for each row of a series, in the order of the file. The series of a file with one of them has no name. */
export interface ScoredSeries {
  series: string
  times: Float64Array
  scores: Float64Array
}

/**
 * Reads scores as `omen score` writes them: the columns timestamp and anomaly_score, with `series` where there are several. A
 * table without anomaly_score is scored first, as `omen score` does it. A time that cannot be read is taken from the row before.
 * Throws a CliError that names the line for a score that is no number.
 */
export async function readScores(path: string, stdin: Readable): Promise<ScoredSeries[]> {
  const name = nameOf(path)
  try {
    const lines = readLines(path, stdin, csvLimits.maxLineBytes)
    const { heading, all } = await peekHeading(lines)
    const table = createScoreTable(name)
    const isScored = columnsOf(heading).includes('anomaly_score')
    for await (const text of isScored ? textsOf(all) : scoredTexts(all)) table.push(text)
    return table.end()
  } catch (error) {
    throw error instanceof CsvProblem ? csvFailure(name, error) : error
  }
}

async function peekHeading(
  lines: AsyncGenerator<TextLine[]>,
): Promise<{ heading: string; all: AsyncGenerator<TextLine[]> }> {
  const seen: TextLine[][] = []
  let heading = ''
  while (heading === '') {
    const next = await lines.next()
    if (next.done) break
    seen.push(next.value)
    heading = next.value.find(({ text }) => text.trim() !== '')?.text ?? ''
  }
  return { heading, all: chain(seen, lines) }
}

async function* chain(seen: TextLine[][], rest: AsyncGenerator<TextLine[]>): AsyncGenerator<TextLine[]> {
  yield* seen
  yield* rest
}

async function* textsOf(batches: AsyncIterable<TextLine[]>): AsyncGenerator<string> {
  for await (const batch of batches) for (const { text } of batch) yield text
}

/** What `omen score` would write. */
async function* scoredTexts(batches: AsyncIterable<TextLine[]>): AsyncGenerator<string> {
  const never = new AbortController().signal
  const pieces = scoreRows(batches, createDetectorBook('standard'), createScoreTally(), never)
  for await (const piece of pieces) yield* piece.slice(0, -1).split('\n')
}

function columnsOf(heading: string): string[] {
  return (splitQuoted(heading.replace(/^\uFEFF/, '')) ?? []).map((cell) => cell.trim().toLowerCase())
}

type Rows = { times: number[]; scores: number[] }

function createScoreTable(name: string): { push(text: string): void; end(): ScoredSeries[] } {
  const bySeries = new Map<string, Rows>()
  let columns: { time: number; series: number; score: number } | undefined
  let line = 0
  const fail = (reason: string): CliError => badScore(name, line, reason)
  const read = (text: string, { time, series, score }: NonNullable<typeof columns>): void => {
    const cells = text.includes('"') ? splitQuoted(text) : text.split(',')
    const written = cells?.[score]?.trim() ?? ''
    const value = written === '' ? Number.NaN : Number(written)
    if (!Number.isFinite(value)) throw fail(`'${written.slice(0, 40)}' is no anomaly_score`)
    const key = cells?.[series] ?? ''
    const rows = bySeries.get(key) ?? { times: [], scores: [] }
    bySeries.set(key, rows)
    rows.times.push(parseTimestamp(cells?.[time] ?? '')?.ms ?? rows.times.at(-1) ?? Number.NaN)
    rows.scores.push(value)
  }
  return {
    push(text) {
      line++
      if (text.trim() === '') return
      if (columns) return read(text, columns)
      const names = columnsOf(text)
      columns = {
        time: names.indexOf('timestamp'),
        series: names.indexOf('series'),
        score: names.indexOf('anomaly_score'),
      }
      if (columns.time < 0) throw new CsvProblem('NO_TIMESTAMP_COLUMN', line, 0, 'there is no column "timestamp"')
    },
    end() {
      if (columns === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
      if (bySeries.size === 0) throw new CsvProblem('HEADER_ONLY', 1, 0, 'there is no row below the heading')
      return Array.from(bySeries, ([series, rows]) => finish(name, series, rows))
    },
  }
}

/** Rows before the first time that can be read take that one. */
function finish(name: string, series: string, { times, scores }: Rows): ScoredSeries {
  const first = times.find((time) => !Number.isNaN(time))
  if (first === undefined) throw badScore(name, 0, 'no timestamp can be read')
  const whole = Float64Array.from(times, (time) => (Number.isNaN(time) ? first : time))
  return { series, times: whole, scores: Float64Array.from(scores) }
}

function badScore(name: string, line: number, reason: string): CliError {
  const hint =
    'Scores are a CSV with the columns timestamp, value and anomaly_score, a number in each row: see "omen score".'
  const details = line > 0 ? [{ line, message: reason }] : []
  const place = line > 0 ? `line ${line}: ` : ''
  return new CliError(`${name}: ${place}${reason}`, { code: 'BAD_SCORES', exit: exitCode.failed, hint, details })
}
