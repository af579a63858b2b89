import type { Threshold } from '../../schema/wire-types.ts'

/** Samples of a series beyond a fixed limit. */
export interface Crossing {
  readonly side: 'above' | 'below'
  readonly limit: number
  readonly start: number
  /** The row that made it so many in a row. */
  readonly dueAt: number
  /** The row from which on it is back for so many in a row; undefined while it lasts. */
  readonly endedAt: number | undefined
  /** The value furthest beyond. */
  readonly peak: number
}

interface Run {
  readonly start: number
  readonly side: Crossing['side']
  rows: number
  back: number
  dueAt: number | undefined
  peak: number
}

/** A crossing that was found before. */
export type KnownCrossing = Pick<Crossing, 'side' | 'start' | 'dueAt' | 'peak'>

/**
 * Where a series is beyond a limit for `cvalue` rows with a value, until it is back for as many. Before the first `cvalue` rows in a row within the limits it is not
 * known since when a crossing lasts: there only `known` is taken for one.
 */
export function findCrossings(
  times: Float64Array,
  values: Float64Array,
  { alertAbove = Number.POSITIVE_INFINITY, alertBelow = Number.NEGATIVE_INFINITY }: Partial<Threshold>,
  cvalue: number,
  known?: KnownCrossing,
): Crossing[] {
  const found: Crossing[] = []
  let run: Run | undefined
  let rowsWithin = 0
  let isCertain = false
  const end = (endedAt: number | undefined): void => {
    if (run?.dueAt !== undefined) {
      const { side, start, dueAt, peak } = run
      found.push({ side, limit: side === 'above' ? alertAbove : alertBelow, start, dueAt, endedAt, peak })
    }
    run = undefined
  }
  for (const [row, value] of values.entries()) {
    if (Number.isNaN(value)) continue
    const time = times[row]!
    const side = value > alertAbove ? 'above' : value < alertBelow ? 'below' : undefined
    if (!isCertain && known !== undefined && time >= known.start) {
      run = { ...known, rows: cvalue, back: 0 }
      isCertain = true
    }
    if (!isCertain) {
      rowsWithin = side === undefined ? rowsWithin + 1 : 0
      isCertain = rowsWithin >= cvalue
      continue
    }
    if (run !== undefined && run.side !== side) {
      run.back++
      if (run.dueAt === undefined || run.back >= cvalue) end(time)
    }
    if (side === undefined) continue
    run ??= { start: time, side, rows: 0, back: 0, dueAt: undefined, peak: value }
    if (run.side !== side) continue
    run.rows++
    run.back = 0
    run.peak = side === 'above' ? Math.max(run.peak, value) : Math.min(run.peak, value)
    if (run.rows === cvalue) run.dueAt = time
  }
  end(undefined)
  return found
}
