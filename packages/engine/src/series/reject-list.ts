import { CsvProblem, type CsvReject } from './csv-report.ts'
import { findTimeColumns } from './read-header.ts'

/** Rows left out: all are counted, the first `maxListed` are kept with their reason. */
export type RejectList = {
  readonly count: number
  readonly listed: CsvReject[]
  add(reject: CsvReject): void
  /** A cell of a row that is kept. */
  addCell(reject: CsvReject): void
  /** Throws CsvProblem where column `index` never held a number but did hold text, or no row could be read. */
  requireGoodRows(rows: number, missing: Uint32Array, names: readonly string[], timeIndex: number): void
}

/** An empty list that counts, per column, the rows it spoiled. */
export function createRejectList(columns: number, maxListed: number): RejectList {
  const listed: CsvReject[] = []
  const textCells = new Uint32Array(columns)
  const firstLine = new Uint32Array(columns)
  let count = 0
  let first: CsvReject | undefined
  const note = (reject: CsvReject): void => {
    count++
    first ??= reject
    if (listed.length < maxListed) listed.push(reject)
  }
  return {
    get count() {
      return count
    },
    listed,
    add(reject) {
      note(reject)
      const index = reject.column - 1
      if (reject.code === 'BAD_NUMBER' && textCells[index]!++ === 0) firstLine[index] = reject.line
    },
    addCell: note,
    requireGoodRows(rows, missing, names, timeIndex) {
      const index = textCells.findIndex((cells, k) => cells > 0 && k !== timeIndex && rows === missing[k])
      if (index >= 0) {
        const text = names[index]!
        const isTimes = findTimeColumns([text]).length > 0
        const timeColumn = names[timeIndex]!
        const reason = `column '${text}' holds text and no number${isTimes ? `; the times are read from column '${timeColumn}'` : ''}`
        throw new CsvProblem('TEXT_COLUMN', firstLine[index]!, index + 1, reason, {
          text,
          ...(isTimes && { timeColumn }),
        })
      }
      if (rows === 0 && first !== undefined)
        throw new CsvProblem('NO_GOOD_ROWS', first.line, first.column, `no row could be read: ${first.reason}`, {
          ...first.values,
          cause: first.code,
        })
    },
  }
}
