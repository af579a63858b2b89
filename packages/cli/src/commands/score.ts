import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvProblem, type StreamSize } from '@omen/engine'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { exitCode } from '../exit-code.ts'
import { type FailOnScore, parseFailOnScore } from '../fail-on/fail-on-score.ts'
import { InterruptedError, UsageError } from '../failures.ts'
import { csvFailure, csvLimits } from '../io/csv-failure.ts'
import { nameOf } from '../io/read-bytes.ts'
import { readLines } from '../io/read-lines.ts'
import { scoreRemarks } from '../render/score-remarks.ts'
import { createDetectorBook } from '../score/detector-book.ts'
import { loadDetectors, saveDetectors } from '../score/detector-file.ts'
import { scoreRows } from '../score/score-rows.ts'
import { createScoreTally } from '../score/score-tally.ts'

interface ScoreOptions {
  out?: string
  size?: StreamSize
  state?: string
  failOn?: FailOnScore
}

/** `omen score` */
export function score(cli: Cli): Command {
  return describeCommand('score', {
    summary: 'score every row of a table as it comes, without a model and without a server',
    description:
      'Tells of each value how strange it is by those before it, from 0 to 1: 0.5 is an alarm, and an incident that was told is ' +
      'told again only when it grows. The table is "timestamp,value", or has a column for each series; times are epoch ms, ' +
      'epoch s or ISO 8601; ".gz" is unpacked. Written are timestamp, value and anomaly_score, a row for each row of the ' +
      'file in its order; with several series a row for each of them, with its name as "series". A missing value and a row ' +
      'that cannot be read score 0. Some dozens of rows are needed before a score says much. Memory stays the same however ' +
      'long the table is.',
    examples: [
      { run: 'omen score cpu.csv --out scores.csv', does: 'writes a row for each row' },
      {
        run: 'for f in data/*.csv; do omen score "$f" --out "scores/$(basename "$f")"; done',
        does: 'a folder of files',
      },
      {
        run: 'zcat day.csv.gz | omen score - --fail-on "score>=0.5" > scores.csv',
        does: 'fails a build on an alarm, with 3',
      },
      {
        run: 'omen score new-rows.csv --state cpu.state',
        does: 'goes on where the last run with this state has ended',
      },
    ],
  })
    .argument('<file>', 'a table, or "-" for standard input')
    .option('-o, --out <file>', 'where to write the CSV (default: standard output; with --json nowhere)')
    .addOption(
      new Option('--size <size>', 'memory of a series: about 15, 20 or 56 kB (default: standard)').choices([
        'small',
        'standard',
        'large',
      ]),
    )
    .option('--state <file>', 'go on from the detectors in this file, where it is there, and keep them in it')
    .option('--fail-on <rule>', 'leave with 3 on score>=N, score>N, alarms>=N or any', parseFailOnScore)
    .action(act<ScoreOptions>(cli, runScore))
}

async function runScore(run: Run, { out, size, state, failOn }: ScoreOptions, [path = '-']: string[]): Promise<void> {
  if (out !== undefined) await requireAnotherFile(path, out)
  const book = state === undefined ? createDetectorBook(size ?? 'standard') : await loadDetectors(state, size)
  const tally = createScoreTally()
  const stop = new AbortController()
  const release = state === undefined ? () => undefined : stopAtInterrupt(run, path, stop)
  try {
    const lines = readLines(path, run.io.stdin, csvLimits.maxLineBytes)
    await writePieces(scoreRows(lines, book, tally, stop.signal), run, out)
    if (state !== undefined && tally.rows > 0) await saveDetectors(state, book)
  } catch (error) {
    throw error instanceof CsvProblem ? csvFailure(nameOf(path), error) : error
  } finally {
    release()
  }
  run.note(scoreRemarks(nameOf(path), tally))
  if (stop.signal.aborted)
    throw new InterruptedError('Stopped', 'The state was kept: what comes next can go on from it.')
  run.result({ success: true, ...tally, size: book.size, out, state, failOn: failOn?.rule }, () => '')
  if (failOn?.matches(tally)) {
    run.note(`${failOn.rule} is met: leaving with ${exitCode.anomalies}.`)
    run.exitWith(exitCode.anomalies)
  }
}

/** The file is opened when there is something to write: a table that cannot be read leaves no file behind. */
async function writePieces(pieces: AsyncGenerator<string>, run: Run, out: string | undefined): Promise<void> {
  const first = await pieces.next()
  if (first.done) return
  const rows = Readable.from(prepend(first.value, pieces))
  if (out !== undefined) await pipeline(rows, createWriteStream(out))
  else if (run.json) for await (const _ of rows);
  else await pipeline(rows, run.io.stdout as Writable, { end: false })
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** Ctrl-C ends the reading, so that the state is kept for the rows that were written. */
function stopAtInterrupt(run: Run, path: string, stop: AbortController): () => void {
  return run.io.onInterrupt(() => {
    stop.abort()
    if (path === '-') run.io.stdin.destroy()
  })
}

async function requireAnotherFile(path: string, out: string): Promise<void> {
  if (path === '-') return
  const [from, to] = await Promise.all([stat(path), stat(out).catch(() => undefined)])
  if (to !== undefined && from.ino === to.ino && from.dev === to.dev) {
    throw new UsageError(`--out ${out}: the scores would be written over the table that is read`)
  }
}
