import type { Readable } from 'node:stream'
import type { LabelledScores } from '@omen/engine/evaluate'
import { CsvProblem } from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'
import { createScoreTable, headingCells, type ScoredSeries, ScoreProblem } from '../evaluate/score-table.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { csvFailure } from '../io/csv-failure.ts'
import type { NamedFile } from '../io/named-files.ts'
import { prepend } from '../io/prepend.ts'
import { nameOf } from '../io/read-bytes.ts'
import { readLines, type TextLine } from '../io/read-lines.ts'
import type { LabelledWindow } from '../io/read-windows.ts'
import { requireRows } from '../refusals/labels.ts'
import { createScoreTally } from '../score/count-score.ts'
import { createDetectorRegistry } from '../score/detector-registry.ts'
import { scoreRows } from '../score/score-rows.ts'

/** The scores of a file's series with the windows of each. Throws CliErrors, also for a window of a series that is not there. */
export async function readLabelledScores(
  { path, name: file }: NamedFile,
  windows: readonly LabelledWindow[],
  stdin: Readable,
): Promise<(LabelledScores & Pick<ScoredSeries, 'series' | 'flags'> & { file: string })[]> {
  const all = await readScores(path, stdin)
  const unknown = windows.find(({ series }) => series !== undefined && !all.some((one) => one.series === series))
  if (unknown) {
    const some = all.map(({ series }) => series || '(one without a name)').slice(0, 5)
    const message = `${file}: there is no series "${unknown.series}", which the labels name`
    throw new CliError(message, {
      code: 'UNKNOWN_SERIES',
      exit: EXIT_CODE.failed,
      hint: `Its series: ${some.join(', ')}`,
    })
  }
  return all.map(({ series, times, scores, flags }) => {
    const own = windows.filter((window) => window.series === undefined || window.series === series)
    return { file, series, times, scores, flags, windows: requireRows(file, times, own) }
  })
}

/**
 * Reads scores as `omen score` writes them. A table without anomaly_score is scored first, as `omen score` does. Throws a
 * CliError that names the line for a score that is not a number.
 */
async function readScores(path: string, stdin: Readable): Promise<ScoredSeries[]> {
  const name = nameOf(path)
  try {
    const lines = readLines(path, stdin, CSV_LIMITS.maxLineBytes)
    const { heading, all } = await peekHeading(lines)
    const table = createScoreTable()
    const isScored = headingCells(heading).includes('anomaly_score')
    for await (const text of isScored ? textsOf(all) : scoredTexts(all)) table.push(text)
    return table.end()
  } catch (error) {
    if (error instanceof ScoreProblem) throw badScore(name, error)
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
  return { heading, all: prepend(seen, lines) }
}

async function* textsOf(batches: AsyncIterable<TextLine[]>): AsyncGenerator<string> {
  for await (const batch of batches) for (const { text } of batch) yield text
}

/** What `omen score` would write. */
async function* scoredTexts(batches: AsyncIterable<TextLine[]>): AsyncGenerator<string> {
  const chunks = scoreRows(batches, {
    registry: createDetectorRegistry('standard'),
    tally: createScoreTally(),
    ignored: [],
    stop: new AbortController().signal,
    mayHoldNoNumber: true,
  })
  for await (const chunk of chunks) yield* chunk.slice(0, -1).split('\n')
}

function badScore(name: string, { line, message: reason }: ScoreProblem): CliError {
  const hint =
    'Scores are a CSV with the columns timestamp, value and anomaly_score, a number in each row: see "omen score".'
  const details = line > 0 ? [{ line, message: reason }] : []
  const position = line > 0 ? `line ${line}: ` : ''
  return new CliError(`${name}: ${position}${reason}`, { code: 'BAD_SCORES', exit: EXIT_CODE.failed, hint, details })
}
