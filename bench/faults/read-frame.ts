import { readFileSync } from 'node:fs'
import {
  buildFrame,
  type CsvBatch,
  type CsvLimits,
  createCsvParser,
  type Frame,
} from '../../packages/engine/src/index.ts'

export const LIMITS: CsvLimits = { maxColumns: 10_000, maxLineBytes: 4 << 20, maxRejectedListed: 100 }

/** Reads a CSV as the product does: the engine's parser, then its frame. */
export function readFrame(path: string): Frame {
  return parseFrame(readFileSync(path))
}

export function parseFrame(bytes: Uint8Array): Frame {
  const batches: CsvBatch[] = []
  const parser = createCsvParser({ limits: LIMITS, batchRows: 65_536, onBatch: (batch) => batches.push(batch) })
  parser.push(bytes)
  const { series } = parser.end()
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0)
  const times = new Float64Array(rows)
  const columns = series.map(() => new Float64Array(rows))
  let at = 0
  for (const batch of batches) {
    times.set(batch.times.subarray(0, batch.rows), at)
    batch.columns.forEach((column, c) => {
      columns[c]!.set(column.subarray(0, batch.rows), at)
    })
    at += batch.rows
  }
  return buildFrame(series, times, columns)
}
