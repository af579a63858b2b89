import { CsvProblem } from '@omen/engine/series'
import { CSV_LIMITS } from '../csv-limits.ts'

/** A line of a file; cut where it is longer than the limit. */
export interface FileLine {
  text: string
  isCut: boolean
}

/** A line of a table that is not blank; lines count from 1. */
export interface TableLine {
  text: string
  line: number
}

/** The lines of a table that are not blank, the first without a byte order mark. Throws CsvProblem for one that is longer than the limit or holds a NUL byte. */
export async function* tableLines(batches: AsyncIterable<readonly FileLine[]>): AsyncGenerator<TableLine[]> {
  let line = 0
  let isFirst = true
  for await (const batch of batches) {
    const lines: TableLine[] = []
    for (const { text, isCut } of batch) {
      line++
      if (isCut) {
        const reason = `line ${line} is longer than ${CSV_LIMITS.maxLineBytes} bytes`
        throw new CsvProblem('LINE_TOO_LONG', line, 0, reason)
      }
      if (text.includes('\0')) {
        const reason = `line ${line} holds a NUL byte: this is not a text file`
        throw new CsvProblem('NUL_BYTE', line, 0, reason)
      }
      if (text === '' || text.trim() === '') continue
      lines.push({ text: isFirst ? text.replace(/^\uFEFF/, '') : text, line })
      isFirst = false
    }
    yield lines
  }
}
