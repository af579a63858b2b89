import type { Readable } from 'node:stream'
import { buildFrame, type CsvBatch, CsvProblem, type CsvReport, createCsvParser, type Frame } from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { csvFailure } from './csv-failure.ts'
import { nameOf, readBytes } from './read-bytes.ts'

/** A table of metrics as the engine needs it, and the report of reading it. */
export interface FrameFile {
  /** The path, or "standard input". */
  name: string
  frame: Frame
  report: CsvReport
}

const MAX_CELLS = 200_000_000

/**
 * Reads a wide CSV (`timestamp,metric[instance]:group,…`), `.gz` unpacked, "-" being standard input. Rows are put in
 * order, missing slots become gaps, and rows that cannot be read are left out and listed in the report. Throws a CliError
 * with the code of the engine's CsvProblem, and with its line and column as a detail.
 */
export async function readFrame(path: string, stdin: Readable): Promise<FrameFile> {
  const name = nameOf(path)
  const batches: CsvBatch[] = []
  let cells = 0
  const onBatch = (batch: CsvBatch): void => {
    cells += batch.rows * batch.columns.length
    if (cells > MAX_CELLS) throw tooManyCells(name)
    batches.push(batch)
  }
  const parser = createCsvParser({ limits: CSV_LIMITS, batchRows: 16_384, onBatch })
  try {
    for await (const chunk of readBytes(path, stdin)) parser.push(chunk)
    const report = parser.end()
    return { name, frame: joinBatches(batches, report), report }
  } catch (error) {
    throw error instanceof CsvProblem ? csvFailure(name, error) : error
  }
}

function joinBatches(batches: CsvBatch[], { series, rows, rejectedRuns }: CsvReport): Frame {
  const times = new Float64Array(rows)
  const columns = series.map(() => new Float64Array(rows))
  let at = 0
  // Released one by one, so that a large table is not held twice.
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    times.set(batch.times, at)
    batch.columns.forEach((column, k) => {
      columns[k]?.set(column, at)
    })
    at += batch.rows
  }
  return { ...buildFrame(series, times, columns), rejectedRuns }
}

function tooManyCells(name: string): CliError {
  const hint = 'Take fewer columns or a shorter time.'
  const message = `${name}: the file holds more than ${MAX_CELLS.toLocaleString('en')} values`
  return new CliError(message, { code: 'TOO_MANY_CELLS', exit: EXIT_CODE.failed, hint })
}
