import { firstRowAt } from './first-row-at.ts'

/** Consecutive rejected lines of a file, and the times of the rows before and after them, the earlier one first. */
export type RejectedRun = { after: number; before: number; lines: number }

/** Notes rejected lines between the rows of a file. */
export type RejectedRunLog = {
  reject(): void
  row(ms: number): void
  /** The runs between two rows with no other row at a time between theirs, by time. `sorted` holds the time of every row. */
  end(sorted: Float64Array): RejectedRun[]
}

/** As many as there are gaps in a list of findings: those with the most lines. */
const MAX_RUNS = 10_000

/** An empty log. What it holds does not grow with the file. */
export function createRejectedRunLog(): RejectedRunLog {
  let runs: RejectedRun[] = []
  let previous = Number.NaN
  let lines = 0
  const keepLargest = (): void => {
    runs = runs.sort((a, b) => b.lines - a.lines).slice(0, MAX_RUNS)
  }
  return {
    reject() {
      lines++
    },
    row(ms) {
      if (lines > 0 && !Number.isNaN(previous) && ms !== previous) {
        runs.push({ after: Math.min(previous, ms), before: Math.max(previous, ms), lines })
        if (runs.length === 2 * MAX_RUNS) keepLargest()
      }
      previous = ms
      lines = 0
    },
    end(sorted) {
      keepLargest()
      const isAlone = ({ after, before }: RejectedRun) => sorted[firstRowAt(sorted, before) - 1] === after
      return runs.filter(isAlone).sort((a, b) => a.after - b.after)
    },
  }
}
