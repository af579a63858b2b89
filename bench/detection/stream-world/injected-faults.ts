import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { DAY_ROWS } from './rhythm.ts'

/** A series whose noise and curve are known apart, so that a fault can change one of them. */
export type KnownSeries = {
  curve(row: number): number
  noise: Float64Array
  /** Row of the fault, and which way it goes. */
  from: number
  side: 1 | -1
}

/** A fault of any size: how many rows it lasts, and the values during it. */
export type InjectedFault = {
  what: string
  unit: string
  /** Sizes between which it is looked for; at the largest nobody would miss it. */
  sizes: readonly [min: number, max: number]
  needsRhythm?: true
  /** It begins at this row of the day; anywhere where nothing is said. */
  ofDay?: number
  rows(size: number): number
  value(series: KnownSeries, row: number, size: number): number
}

const usual = ({ curve, noise }: KnownSeries, row: number): number => curve(row) + noise[row]!
const shifted = (series: KnownSeries, row: number, by: number): number => usual(series, row) + series.side * by

/** Sizes are in standard deviations of the noise where no other unit is given. */
export const injectedFaults: readonly InjectedFault[] = [
  { what: 'spike', unit: 'σ', sizes: [1, 60], rows: () => 1, value: shifted },
  { what: 'shift of an hour', unit: 'σ', sizes: [0.5, 40], rows: () => 12, value: shifted },
  { what: 'shift of a day', unit: 'σ', sizes: [0.1, 30], rows: () => DAY_ROWS, value: shifted },
  {
    what: 'ramp over a day',
    unit: 'σ',
    sizes: [0.2, 40],
    rows: () => DAY_ROWS,
    value: (series, row, size) => shifted(series, row, (size * (row - series.from + 1)) / DAY_ROWS),
  },
  {
    what: 'variance burst of 2 h',
    unit: '×',
    sizes: [1.1, 30],
    rows: () => 24,
    value: ({ curve, noise }, row, size) => curve(row) + size * noise[row]!,
  },
  {
    what: 'frozen value',
    unit: 'rows',
    sizes: [2, 400],
    rows: (size) => Math.round(size),
    value: (series) => usual(series, series.from),
  },
  {
    what: 'faster rhythm for a day',
    unit: '×',
    sizes: [1.01, 12],
    rows: () => DAY_ROWS,
    needsRhythm: true,
    value: ({ curve, noise, from }, row, size) => curve(from + size * (row - from)) + noise[row]!,
  },
  {
    what: 'missed daily peak',
    unit: 'of it',
    sizes: [0.02, 1],
    rows: () => DAY_ROWS / 2,
    needsRhythm: true,
    ofDay: 0,
    value: (series, row, size) => usual(series, row) - size * (series.curve(row) - series.curve(0)),
  },
  {
    what: 'variance collapse of 8 h',
    unit: '×',
    sizes: [1.1, 100],
    rows: () => 96,
    value: ({ curve, noise }, row, size) => curve(row) + noise[row]! / size,
  },
]

const AUTOCORRELATION = 0.5

/** First-order autoregression of deviation 1 on a curve, with the place for a fault after `history` rows, that many long at most. */
export function openKnownSeries(
  seed: number,
  curve: (row: number) => number,
  history: number,
  ofDay?: number,
): KnownSeries {
  const random = createRandom(seed)
  const from = history + (ofDay ?? Math.floor(random() * DAY_ROWS))
  return { curve, noise: correlated(from + 2 * DAY_ROWS, random), from, side: random() < 0.5 ? -1 : 1 }
}

function correlated(rows: number, random: Random): Float64Array {
  let x = normal(random)
  return Float64Array.from({ length: rows }, () => {
    x = AUTOCORRELATION * x + Math.sqrt(1 - AUTOCORRELATION ** 2) * normal(random)
    return x
  })
}
