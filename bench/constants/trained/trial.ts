import { detect, type Frame, type Model } from '../../../packages/engine/src/index.ts'
import type { ChoosingFault } from './choosing-faults.ts'
import { DAY } from './choosing-systems.ts'

/** The product's defaults. */
const PARAMETERS = { pvalue: 0.99, cvalue: 5 }
/** Rows reported outside of a fault weigh by those of the fault, and an hour of five minutes. */
const HOUR = DAY / 24

/** What is reported of rows in which nothing happens. */
export type Quiet = {
  readonly rows: number
  readonly periods: number
  /** Rows in periods. */
  readonly inPeriods: number
  /** Rows flagged at each of some rates. */
  readonly flagged: readonly number[]
}

export function countQuiet(model: Model, frame: Frame, rates: readonly number[]): Quiet {
  const { scored, periods, gaps } = detect(model, frame, PARAMETERS)
  const found = [...periods, ...gaps]
  return {
    rows: frame.times.length,
    periods: found.length,
    inPeriods: sum(rowsIn(found, frame.times.length)),
    flagged: rates.map((rate) => scored.probability.reduce((count, p) => count + Number(p < rate), 0)),
  }
}

/** What is reported of a fault. */
export type Trial = {
  readonly isMissed: boolean
  /** The share of its rows that no period covers; of a lasting change all that counts is that it is reported. */
  readonly uncovered?: number
  /** The logarithm of the rows reported outside of it, as a multiple of its own. */
  readonly outside: number
  /** The logarithm of the periods that it is reported in; of a lasting change all of them, of what comes back none. */
  readonly parts: number
}

/** A fault from a row of a frame to `end`, which is exclusive. What lasts is expected when it has for a day and a quarter. */
export function tryFault(
  model: Model,
  frame: Frame,
  { fault, from, end, isLasting }: { fault: ChoosingFault; from: number; end: number; isLasting: boolean },
): Trial {
  const { periods, gaps } = detect(model, frame, PARAMETERS)
  const found = [...periods, ...gaps]
  const isReported = rowsIn(found, frame.times.length)
  const reported = (isCounted: (row: number) => boolean): number => sum(isReported.filter((_, row) => isCounted(row)))
  const until = isLasting ? end + DAY / 4 : end
  const isWrong = (row: number): boolean => row >= from && row < end && (fault.isWrong?.(row - from) ?? true)
  const isRight = (row: number): boolean => (isLasting ? row < from || row >= until : !isWrong(row))
  const wrong = sum(isReported.map((_, row) => Number(isWrong(row))))
  const own = found.filter(({ fromRow, toRow }) => fromRow < until && toRow > from)
  return {
    isMissed: own.length === 0,
    ...(!isLasting && { uncovered: 1 - reported(isWrong) / wrong }),
    outside: Math.log1p(reported(isRight) / (wrong + HOUR)),
    // What comes back is to be reported each time
    parts: fault.isWrong === undefined ? Math.log(Math.max(1, isLasting ? found.length : own.length)) : 0,
  }
}

/** The logarithm of what goes beyond the most that is allowed; 0 within it. */
export function excess(count: number, allowed: number): number {
  return Math.log(Math.max(1, count / allowed))
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

/** 1 for each row that is in a period. */
function rowsIn(found: readonly { readonly fromRow: number; readonly toRow: number }[], rows: number): Uint8Array {
  const isIn = new Uint8Array(rows)
  for (const { fromRow, toRow } of found) isIn.fill(1, fromRow, toRow)
  return isIn
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0)
}
