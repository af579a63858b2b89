import { createRandom, normal } from '../../../packages/engine/src/stats/random.ts'
import { DAY } from './choosing-systems.ts'

const HOUR = DAY / 24

/** A metric as it would have been, and what goes wrong in it from row 0 of the fault on. */
type FaultyMetric = {
  /** Its value in any row, counted from the fault on. */
  usual(row: number): number
  readonly deviation: number
  readonly side: 1 | -1
}

/** What goes wrong in one metric. */
export type ChoosingFault = {
  readonly what: string
  /** In deviations of the metric where no other unit is named. */
  readonly sizes: readonly number[]
  /** How many rows it lasts. */
  readonly rows: number
  /** Whether it is in all metrics instead of one. */
  readonly ofAll?: true
  /** Of the rows it lasts: those in which something is wrong; all where nothing is said. */
  isWrong?(row: number): boolean
  value(metric: FaultyMetric, row: number, size: number): number
}

const shifted = ({ usual, deviation, side }: FaultyMetric, row: number, size: number): number =>
  usual(row) + side * size * deviation

/** A fault of a size in one of the metrics, or all; `to` is exclusive. */
export type PlacedFault = {
  readonly fault: ChoosingFault
  readonly size: number
  readonly metric: number
  readonly from: number
  readonly to: number
}

/** Faults of a system that is trained for days. */
export const longFaults: readonly ChoosingFault[] = [
  { what: 'short burst', sizes: [6, 15], rows: 8, value: shifted },
  { what: 'level shift', sizes: [4, 10], rows: 3 * HOUR, value: shifted },
  leakOf('leak of three hours', 3 * HOUR, [6, 12]),
  leakOf('leak of nine hours', 9 * HOUR, [8, 20]),
  { what: 'range exit', sizes: [50], rows: 12, value: shifted },
  { what: 'frozen', sizes: [1], rows: 5 * HOUR, value: ({ usual }) => usual(0) },
  { what: 'variance', sizes: [4, 10], rows: 4 * HOUR, value: noisy },
  { what: 'values of another time', sizes: [1], rows: 6 * HOUR, value: ({ usual }, row) => usual(row - 1.4 * DAY) },
  leakOf('leak of two days and a half', 60 * HOUR, [30]),
  {
    what: 'burst of two hours, and again after two days',
    sizes: [8],
    rows: 52 * HOUR,
    isWrong: (row) => row < 2 * HOUR || row >= 50 * HOUR,
    value: (metric, row, size) => shifted(metric, row, row < 2 * HOUR || row >= 50 * HOUR ? size : 0),
  },
  {
    what: 'an hour too high and, two hours later, an hour too low',
    sizes: [8, 12],
    rows: 4 * HOUR,
    isWrong: (row) => row < HOUR || row >= 3 * HOUR,
    value: (metric, row, size) => shifted(metric, row, row < HOUR ? size : row < 3 * HOUR ? 0 : -size),
  },
  {
    what: 'two hours of seven, for two days',
    sizes: [10],
    rows: 44 * HOUR,
    isWrong: (row) => row % (7 * HOUR) < 2 * HOUR,
    value: (metric, row, size) => shifted(metric, row, row % (7 * HOUR) < 2 * HOUR ? size : 0),
  },
]

/** Faults of a system that is trained for some hundreds of rows. */
export const shortFaults: readonly ChoosingFault[] = [
  { what: 'short burst', sizes: [6, 15], rows: 8, value: shifted },
  { what: 'level shift', sizes: [4, 10], rows: 150, value: shifted },
  leakOf('leak', 250, [8, 20]),
  { what: 'range exit', sizes: [50], rows: 30, value: shifted },
  { what: 'frozen', sizes: [1], rows: 120, value: ({ usual }) => usual(0) },
  { what: 'variance', sizes: [4, 10], rows: 120, value: noisy },
  { what: 'values of another time', sizes: [1], rows: 200, value: ({ usual }, row) => usual(row - 230) },
]

/** What changes for good is to be reported once, and expected after a day and a quarter. */
export const lastingChanges: readonly ChoosingFault[] = [
  { what: 'level that stays', sizes: [6, 15], rows: DAY, value: shifted },
  {
    what: 'days that begin two hours earlier',
    sizes: [1],
    rows: DAY,
    ofAll: true,
    value: ({ usual }, row) => usual(row + 2 * HOUR),
  },
  {
    what: 'swing twice as large',
    sizes: [1],
    rows: DAY,
    value: ({ usual }, row) => 2 * usual(row) - meanOfDay(usual),
  },
  {
    what: 'states that return within each hour',
    sizes: [8],
    rows: DAY,
    value: (metric, row, size) => shifted(metric, row, row % 12 < 6 ? size * 1.7 ** (Math.floor(row / 12) % 3) : 0),
  },
]

/** Columns with a fault from one row to another. */
export function withFault(
  columns: readonly Float64Array[],
  deviations: readonly number[],
  { fault, size, metric, from, to }: PlacedFault,
): Float64Array[] {
  return columns.map((column, k) => {
    if (k !== metric && fault.ofAll !== true) return column
    const faulty: FaultyMetric = {
      usual: (row) => column[Math.round(from + row)]!,
      deviation: deviations[k]!,
      side: from % 2 === 0 ? 1 : -1,
    }
    return column.map((value, row) => (row >= from && row < to ? fault.value(faulty, row - from, size) : value))
  })
}

/** Rises to its size, and is over then. */
function leakOf(what: string, rows: number, sizes: readonly number[]): ChoosingFault {
  return { what, sizes, rows, value: (metric, row, size) => shifted(metric, row, (size * (row + 1)) / rows) }
}

function noisy({ usual, deviation }: FaultyMetric, row: number, size: number): number {
  return usual(row) + size * deviation * normal(createRandom(7000 + row))
}

function meanOfDay(usual: (row: number) => number): number {
  let sum = 0
  for (let row = -DAY; row < 0; row++) sum += usual(row)
  return sum / DAY
}
