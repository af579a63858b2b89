import type { DecodedBatch } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { createBatchBuilder } from './batch-builder.ts'
import type { BatchCount } from './batch-count.ts'
import { countJsonValues } from './count-json-values.ts'
import { lineFault } from './line-fault.ts'
import { addJsonPoint } from './read-point.ts'

/** A list of points, or an object with `points`. */
export function decodeJsonPoints(body: Uint8Array, known: SeriesTable, count: BatchCount): DecodedBatch {
  countJsonValues(body, count)
  const text = readUtf8(body)
  if (text === undefined) return { kind: 'unreadable', message: 'is not valid UTF-8' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { kind: 'unreadable', message: `is not valid JSON: ${(error as Error).message}` }
  }
  const points = Array.isArray(json) ? json : (json as { points?: unknown } | null)?.points
  if (!Array.isArray(points))
    return { kind: 'unreadable', message: 'must be a list of points, or an object with points' }
  const builder = createBatchBuilder(known, count)
  for (const [index, point] of points.entries()) addJsonPoint(builder, point, {}, `points[${index}]`)
  return { kind: 'points', ...builder.build() }
}

/** A point a line; empty lines are passed over. */
export function decodeNdjsonPoints(body: Uint8Array, known: SeriesTable, count: BatchCount): DecodedBatch {
  countJsonValues(body, count)
  const text = readUtf8(body)
  if (text === undefined) return { kind: 'unreadable', message: 'is not valid UTF-8' }
  const builder = createBatchBuilder(known, count)
  let line = 0
  for (const row of text.split('\n')) {
    line++
    if (row.trim() === '') continue
    try {
      addJsonPoint(builder, JSON.parse(row), { line })
    } catch (error) {
      builder.reject('malformed', lineFault(error), { line })
    }
  }
  return { kind: 'points', ...builder.build() }
}

/** Undefined for bytes that are not UTF-8. */
function readUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
