/** Rows without information, by row and by time. `toRow` is exclusive, `end` is the time of the last row. */
export type TimedRun = { fromRow: number; toRow: number; start: number; end: number }

/** Finds runs of quiet rows in a sequence that comes row by row; a row that is passed over neither belongs to a run nor ends it. */
export type QuietRun = { add(row: number, isQuiet: boolean, time?: number): void; end(): void }

/** Tells each run of at least `needed` quiet rows when it has ended. */
export function createQuietRun(needed: number, onRun: (run: TimedRun) => void): QuietRun {
  let count = 0
  let fromRow = 0
  let lastRow = 0
  let start = 0
  let last = 0
  const close = (): void => {
    if (count >= needed) onRun({ fromRow, toRow: lastRow + 1, start, end: last })
    count = 0
  }
  return {
    add(row, isQuiet, time = row) {
      if (!isQuiet) {
        if (count > 0) close()
        return
      }
      if (count === 0) {
        fromRow = row
        start = time
      }
      count++
      lastRow = row
      last = time
    },
    end: () => {
      if (count > 0) close()
    },
  }
}
