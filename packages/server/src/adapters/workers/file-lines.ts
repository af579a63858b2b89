import type { EncodedBlock } from '../../ports/point-store.ts'
import { createTextColumn } from '../../ports/text-column.ts'
import { encodeFileLines } from '../clickhouse/point-codec.ts'

interface FileLine {
  readonly time: number
  readonly number: number
  readonly severity: number
  readonly template: number
  readonly instance: string
  readonly service: string
  readonly line: string
  readonly attributes: string
}

/** Records of a file that are stored together. */
export interface FileLinesBatch {
  add(line: FileLine): void
  /** Adds a line to the record before. */
  continue(line: string): void
  isFull(): boolean
  isEmpty(): boolean
  /** The records so far but the last one, which may go on; all of them where there is no other. */
  take(): EncodedBlock
}

const MAX_ROWS = 50_000
const MAX_CHARACTERS = 16 * 1_048_576
/** Bytes of UTF-8 that a record has. */
const MAX_BYTES = 65_536
const MAX_ATTRIBUTES = 16_384

export function createFileLines(): FileLinesBatch {
  let rows: FileLine[] = []
  let last: { readonly line: FileLine; text: string } | undefined
  let characters = 0
  const keepLast = (): void => {
    if (last === undefined) return
    rows.push({ ...last.line, line: last.text })
    characters += last.text.length
    last = undefined
  }
  return {
    add(line) {
      keepLast()
      last = { line, text: line.line }
    },
    continue(line) {
      if (last !== undefined && last.text.length < MAX_BYTES) last.text += `\n${line}`
    },
    isFull: () => rows.length >= MAX_ROWS || characters >= MAX_CHARACTERS,
    isEmpty: () => rows.length === 0 && last === undefined,
    take() {
      if (rows.length === 0) keepLast()
      const block = encode(rows)
      rows = []
      characters = 0
      return block
    },
  }
}

function encode(rows: readonly FileLine[]): EncodedBlock {
  const texts = (textOf: (line: FileLine) => string) => {
    const column = createTextColumn()
    for (const row of rows) column.add(textOf(row))
    return column.build()
  }
  return encodeFileLines({
    times: Float64Array.from(rows, ({ time }) => time),
    numbers: Uint32Array.from(rows, ({ number }) => number),
    severities: Uint8Array.from(rows, ({ severity }) => severity),
    templates: Uint32Array.from(rows, ({ template }) => template),
    instances: texts(({ instance }) => instance),
    services: texts(({ service }) => service),
    lines: texts(({ line }) => cleanText(line)),
    attributes: texts(({ attributes }) => (attributes.length > MAX_ATTRIBUTES ? '' : attributes)),
  })
}

/** As lines that are sent are stored: without NUL, and no longer. */
function cleanText(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  if (clean.length * 3 <= MAX_BYTES) return clean
  const bytes = Buffer.from(clean)
  if (bytes.length <= MAX_BYTES) return clean
  let end = MAX_BYTES
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
