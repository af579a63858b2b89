import {
  type CsvBatch,
  CsvProblem,
  type CsvReject,
  createCsvParser,
  leftOutNotes,
  type SeriesKey,
} from '@omen/engine/series'
import type { DecodedBatch, IngestReject } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import type { BatchCount } from './batch-count.ts'
import { noteUnit } from './read-point.ts'

const LIMITS = { maxColumns: 10_000, maxLineBytes: 4 * 1_048_576, maxRejectedListed: 1 }
const BATCH_ROWS = 65_536

/** The format of uploaded files: `timestamp,metric[instance]:group,…`, a row of values a line. Empty cells are no points. */
export function decodeCsvPoints(body: Uint8Array, known: SeriesTable, count: BatchCount): DecodedBatch {
  const batches: CsvBatch[] = []
  let series: readonly SeriesKey[] = []
  const parser = createCsvParser({
    limits: LIMITS,
    batchRows: BATCH_ROWS,
    keepsRows: true,
    onHeader: (keys) => {
      series = keys
    },
    onBatch: (batch) => {
      count.addValues(batch.rows * batch.columns.length)
      batches.push(batch)
    },
  })
  try {
    parser.push(body)
    const report = parser.end()
    const builder = createBatchBuilder(known, count)
    addCells(builder, series, batches)
    noteUnit(builder, report.timestampUnit)
    for (const note of leftOutNotes(report.leftOut)) builder.note(`${note[0]!.toUpperCase()}${note.slice(1)}.`)
    const { points, rejects, notes } = builder.build()
    return { kind: 'points', points, rejects: [...toRejects(report.rejectedRows, report.rejected), ...rejects], notes }
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    return { kind: 'unreadable', message: messageOf(error), ...(error.line > 0 && { line: error.line }) }
  }
}

function messageOf({ code, reason }: CsvProblem): string {
  if (code !== 'NO_TIMESTAMP_COLUMN') return reason
  return `has no column of times: the first line names the columns; ${reason}`
}

function toRejects(rows: number, [first]: readonly CsvReject[]): IngestReject[] {
  if (rows === 0 || first === undefined) return []
  const what = first.code === 'BAD_NUMBER' || first.code === 'NOT_FINITE' ? `A cell of ${first.name}` : 'A row'
  return [{ reason: 'malformed', message: `${what} was left out: ${first.reason}`, count: rows, line: first.line }]
}

/** A point a cell that holds a number. */
function addCells(builder: BatchBuilder, series: readonly SeriesKey[], batches: readonly CsvBatch[]): void {
  // A column without a number makes no series
  const hasNumber = (column: number): boolean =>
    batches.some(({ columns }) => columns[column]!.some((value) => !Number.isNaN(value)))
  const indexes = series.map((key, column) => (hasNumber(column) ? builder.seriesIndex(key.id, () => key) : undefined))
  for (const batch of batches)
    for (let row = 0; row < batch.rows; row++)
      indexes.forEach((index, column) => {
        const value = batch.columns[column]![row]!
        if (index !== undefined && !Number.isNaN(value)) builder.add(index, batch.times[row]!, value)
      })
}
