import { type CsvBatch, CsvProblem, createCsvParser, type SeriesKey } from '@omen/engine'
import type { DecodedBatch, IngestReject, PointBatch } from '../ports/decoded-batch.ts'

const limits = { maxColumns: 10_000, maxLineBytes: 4 * 1_048_576, maxRejectedListed: 1 }
const batchRows = 65_536

/** The format of uploaded files: `timestamp,metric[instance]:group,…`, a row of values a line. Empty cells are no points. */
export function decodeCsvPoints(body: Uint8Array): DecodedBatch {
  const batches: CsvBatch[] = []
  let series: readonly SeriesKey[] = []
  const parser = createCsvParser({
    limits,
    batchRows,
    onHeader: (keys) => {
      series = keys
    },
    onBatch: (batch) => batches.push(batch),
  })
  try {
    parser.push(body)
    const report = parser.end()
    const points = toPoints(series, batches)
    const notes = report.timestampUnit === 's' ? ['Times were read as epoch seconds.'] : []
    return { kind: 'points', points, rejects: toRejects(report.rejectedRows, report.rejected), notes }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    return { kind: 'unreadable', message: error.reason, ...(error.line > 0 && { line: error.line }) }
  }
}

function toRejects(rows: number, [first]: readonly { line: number; reason: string }[]): IngestReject[] {
  if (rows === 0 || first === undefined) return []
  return [{ reason: 'malformed', message: `A row was left out: ${first.reason}`, count: rows, line: first.line }]
}

/** A point a cell that holds a number. */
function toPoints(series: readonly SeriesKey[], batches: readonly CsvBatch[]): PointBatch {
  const isNumber = (value: number): boolean => !Number.isNaN(value)
  let count = 0
  for (const { columns } of batches)
    for (const column of columns) for (const value of column) if (isNumber(value)) count++
  const index = new Uint32Array(count)
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  let at = 0
  for (const batch of batches)
    for (let row = 0; row < batch.rows; row++)
      for (let column = 0; column < series.length; column++) {
        const value = batch.columns[column]![row]!
        if (!isNumber(value)) continue
        index[at] = column
        times[at] = batch.times[row]!
        values[at++] = value
      }
  return { series, index, times, values }
}
