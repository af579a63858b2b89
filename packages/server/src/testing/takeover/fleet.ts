/** Row times and values of the projects of a run: the same in every run with the same times. */
export interface Fleet {
  readonly projects: readonly string[]
  readonly stepMs: number
  /** Time of row 0. Those before are there to learn from. */
  readonly start: number
  /** Rows that are sent one after the other. */
  readonly rows: number
  /** Their times, as they were sent: a machine that is busy leaves out steps. */
  readonly times: number[]
}

const targets = ['cpu', 'mem'].flatMap((metric) => ['node1', 'node2'].map((instance) => ({ metric, instance })))
/** Rows before the first that is sent in time. */
export const historyRows = 600
const faultRows = 12

/** Samples of a project from one row to another, exclusive. */
export function samplesOf({ stepMs, start, rows, times }: Fleet, project: number, from: number, to: number) {
  const [first, column] = faultOf(project, rows)
  return targets.flatMap((target, at) =>
    Array.from({ length: to - from }, (_, k) => {
      const row = from + k
      const isFault = at === column && row >= first && row < first + faultRows
      return {
        ...target,
        time: times[row] ?? start + row * stepMs,
        value: 50 + 4 * noise(row, 4 * project + at) + (isFault ? 40 : 0),
      }
    }),
  )
}

/** The row that the fault of a project begins with, so that it has ended before the last row, and the series that it is in. */
function faultOf(project: number, rows: number): [row: number, series: number] {
  return [2 + ((5 * project) % Math.max(1, rows - 2 * faultRows)), project % targets.length]
}

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}
