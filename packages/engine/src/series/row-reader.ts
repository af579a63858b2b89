import type { DecimalMark } from './csv-format.ts'
import type { CsvReasonValues, CsvReject, CsvRejectCode, TimestampUnit } from './csv-report.ts'
import { type CsvHeader, fitFields } from './read-header.ts'
import { decimalOf, hasOtherMark, readNumber, scanNumber } from './scan-number.ts'
import { splitQuoted } from './split-quoted.ts'
import { createTimeColumn } from './time-column.ts'
import { decodeUtf8 } from './utf8.ts'

const QUOTE = 34
const DIGIT_0 = 48
const DIGIT_9 = 57
const POINT = 46
const COMMA = 44

/** Where one row is read to: `times[row]` and `columns[j][row]`. */
export type RowTarget = { times: Float64Array; columns: Float64Array[] }

/** Reads one line into row `row`; gives the reason where the line has to be left out. */
export type RowReader = {
  read(bytes: Uint8Array, from: number, to: number, line: number, target: RowTarget, row: number): CsvReject | undefined
  /** Missing cells of the rows that were read, by column of the file. */
  readonly missing: Uint32Array
  /** Columns that were empty in the first rows and hold text further down, which is read as missing. */
  readonly texts: ReadonlySet<number>
  readonly unit: TimestampUnit | undefined
  readonly hasZone: boolean
  readonly decimal: DecimalMark
}

/**
 * A reader for rows under `header`. The first good timestamp sets the unit; one in another unit refuses the file. A cell without a
 * number is a gap where `onBadCell` takes it; else its row is left out.
 */
export function createRowReader(header: CsvHeader, onBadCell?: (reject: CsvReject) => void): RowReader {
  const { delimiter, names, timeIndex, clockIndex, empty } = header
  const expected = names.length
  const isLeftOut = leftOutFlags(header)
  const hasLeftOut = isLeftOut.includes(1)
  const missing = new Uint32Array(expected)
  const absent = new Uint32Array(expected)
  const texts = new Set<number>()
  const scan = { ...header.scan }
  const timeColumn = createTimeColumn(timeIndex, header.dates.order)

  const reject = (
    line: number,
    column: number,
    code: CsvRejectCode,
    { reason, ...values }: CsvReasonValues & { reason: string },
  ): CsvReject => {
    const name = names[column - 1]
    const hasValues = Object.keys(values).length > 0
    return { line, column, ...(name !== undefined && { name }), code, reason, ...(hasValues && { values }) }
  }
  const badCell = (index: number, line: number, cell: string): CsvReject => {
    const text = shorten(cell)
    if (scan.status === 3)
      return reject(line, index + 1, 'NOT_FINITE', { reason: `'${text}' is not a finite number`, text })
    const own = decimalOf(scan)
    const mark = own === 'comma' ? 'point' : 'comma'
    if (hasOtherMark(cell, scan)) {
      const reason = `'${text}' has a decimal ${mark}, the numbers before it have a ${own}`
      return reject(line, index + 1, 'BAD_NUMBER', { reason, text, mark })
    }
    return reject(line, index + 1, 'BAD_NUMBER', { reason: `'${text}' is not a number`, text })
  }
  const badCount = (line: number, got: number): CsvReject =>
    reject(line, 0, 'FIELD_COUNT', { reason: `${got} fields, the heading has ${expected}`, fields: got, expected })

  const readFields = (written: string[], line: number, target: RowTarget, row: number): CsvReject | undefined => {
    const fields = fitFields(written, names)
    if (fields === undefined) return badCount(line, written.length)
    let gaps = 0
    const badCells: CsvReject[] = []
    for (let index = 0, column = 0; index < expected; index++) {
      if (isLeftOut[index] === 1) continue
      if (index === timeIndex) {
        const date = fields[index]!
        const time = timeColumn.read(clockIndex === undefined ? date : `${date.trim()} ${fields[clockIndex]}`, line)
        if (typeof time !== 'number') return reject(line, index + 1, 'BAD_TIMESTAMP', time)
        target.times[row] = time
        continue
      }
      const value = readNumber(fields[index]!, scan)
      target.columns[column++]![row] = scan.status === 0 ? value : Number.NaN
      if (scan.status === 1) absent[gaps++] = index
      else if (scan.status === 2 && onBadCell === undefined && empty.has(index)) {
        absent[gaps++] = index
        texts.add(index)
      } else if (scan.status !== 0) {
        const reject = badCell(index, line, fields[index]!)
        if (onBadCell === undefined) return reject
        badCells.push(reject)
      }
    }
    for (const reject of badCells) onBadCell?.(reject)
    return countMissing(gaps)
  }
  const countMissing = (gaps: number): undefined => {
    for (let k = 0; k < gaps; k++) missing[absent[k]!]!++
    return undefined
  }
  const readSlowly = (bytes: Uint8Array, from: number, to: number, line: number, target: RowTarget, row: number) => {
    const text = decodeUtf8(bytes, from, to)
    if (text === undefined) return reject(line, 0, 'BAD_UTF8', { reason: 'the line is not UTF-8 text' })
    const fields = splitQuoted(text, delimiter)
    if (fields === undefined) return reject(line, 0, 'BAD_QUOTING', { reason: 'a quote is not closed on the line' })
    return readFields(fields, line, target, row)
  }

  return {
    missing,
    texts,
    get unit() {
      return timeColumn.unit
    },
    get hasZone() {
      return timeColumn.hasZone
    },
    get decimal() {
      return decimalOf(scan)
    },
    read(bytes, from, to, line, target, row) {
      const { columns, times } = target
      const hasTextTimes = clockIndex === undefined && timeColumn.isText
      let at = from
      let gaps = 0
      for (let index = 0, column = 0; index < expected; index++) {
        if (hasLeftOut && isLeftOut[index] === 1) {
          at = skipCell(bytes, at, to, scan.delimiter)
          if (at < 0 || (at > to && index < expected - 1)) return readSlowly(bytes, from, to, line, target, row)
          continue
        }
        if (index === timeIndex && hasTextTimes) {
          const next = skipCell(bytes, at, to, scan.delimiter)
          const time = next < 0 ? undefined : timeColumn.read(latin1(bytes, at, next - 1), line)
          if (typeof time !== 'number' || (next > to && index < expected - 1))
            return readSlowly(bytes, from, to, line, target, row)
          times[row] = time
          at = next
          continue
        }
        const value = scanNumber(bytes, at, to, scan)
        if (scan.next >= to && index < expected - 1) return readSlowly(bytes, from, to, line, target, row)
        if (index === timeIndex) {
          const isPlain = scan.status === 0 && hasPlainDigits(bytes, at, scan.next)
          const time = isPlain ? timeColumn.readNumber(value) : undefined
          if (time === undefined) return readSlowly(bytes, from, to, line, target, row)
          times[row] = time
        } else {
          columns[column++]![row] = value
          if (scan.status === 1) absent[gaps++] = index
          else if (scan.status !== 0) return readSlowly(bytes, from, to, line, target, row)
        }
        at = scan.next + 1
      }
      if (at <= to) return readSlowly(bytes, from, to, line, target, row)
      return countMissing(gaps)
    },
  }
}

/** 1 for each column that is neither a series nor the one of times: that of the time of day is left to the one of times. */
function leftOutFlags({ names, timeIndex, seriesIndexes }: CsvHeader): Uint8Array {
  const flags = new Uint8Array(names.length).fill(1)
  for (const index of [timeIndex, ...seriesIndexes]) flags[index] = 0
  return flags
}

/** The text of bytes, each taken for a character: times are ASCII, and other texts are read again with all their row. */
function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

/** Where the next cell begins; -1 for a cell with a quote. */
function skipCell(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  let at = from
  for (; at < to && bytes[at] !== delimiter; at++) if (bytes[at] === QUOTE) return -1
  return at + 1
}

/** Whether a number is written without a sign, an exponent and blanks. */
function hasPlainDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!
    if ((byte < DIGIT_0 || byte > DIGIT_9) && byte !== POINT && byte !== COMMA) return false
  }
  return true
}

function shorten(text: string): string {
  const cell = text.trim()
  return cell.length > 40 ? `${cell.slice(0, 40)}…` : cell
}
