import type { DecodedLogs } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { countJsonValues } from './count-json-values.ts'
import { lineFault } from './line-fault.ts'
import { createLogBuilder, type LogBuilder } from './log-builder.ts'
import { addLogDocument, type LogDefaults } from './log-document.ts'
import { readText } from './read-text.ts'

/** A list of lines, or an object with `lines`. */
export function decodeJsonLogs(body: Uint8Array, defaults: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  countJsonValues(body, count)
  let json: unknown
  try {
    json = JSON.parse(readText(body, builder))
  } catch (error) {
    return { kind: 'unreadable', message: `is not valid JSON: ${(error as Error).message}` }
  }
  const lines = Array.isArray(json) ? json : (json as { lines?: unknown } | null)?.lines
  if (!Array.isArray(lines)) return { kind: 'unreadable', message: 'must be a list of lines, or an object with lines' }
  for (const [index, line] of lines.entries()) addLogDocument(builder, line, defaults, {}, `lines[${index}]`)
  return builder.build()
}

/** An object or a text a line; empty lines are passed over. */
export function decodeNdjsonLogs(body: Uint8Array, defaults: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  countJsonValues(body, count)
  let line = 0
  for (const row of readText(body, builder).split('\n')) {
    line++
    if (row.trim() === '') continue
    const value = parseRow(builder, row, line)
    if (value !== undefined) addLogDocument(builder, value, defaults, { line })
  }
  return builder.build()
}

function parseRow(builder: LogBuilder, row: string, line: number): unknown {
  try {
    return JSON.parse(row)
  } catch (error) {
    return void builder.reject('malformed', lineFault(error), { line })
  }
}
