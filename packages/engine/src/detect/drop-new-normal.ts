import type { Frame } from '../series/frame.ts'
import { median } from '../stats/quantile.ts'
import type { Period } from './period.ts'

/** Rows looked at before a period and after it. */
const WINDOW = 60
/** So many rows have to have kept to the new level before it is believed. */
const CONFIRM = 20
const SHIFT_SPREADS = 3
const KEEP_SPREADS = 3
const KEEP_PART = 0.8
/** The series that make up this part of the period all have to have shifted. */
const LEADING = 0.8

/**
 * Leaves out periods that a change point explains as the new normal: the leading series moved to another level within the
 * period and kept to it for at least 20 rows after. One that went back to where it was stays.
 */
export function dropNewNormal(periods: readonly Period[], frame: Frame): Period[] {
  return periods.filter((period) => !isNewNormal(period, frame))
}

function isNewNormal(period: Period, frame: Frame): boolean {
  let share = 0
  for (const series of period.series) {
    if (share >= LEADING) break
    const column = frame.columns[frame.series.findIndex((key) => key.id === series.seriesId)]!
    if (!hasShifted(column, period, series.spread)) return false
    share += series.share
  }
  return true
}

function hasShifted(column: Float64Array, period: Period, spread: number): boolean {
  const { fromRow, toRow } = period
  const before = present(column.subarray(Math.max(0, fromRow - WINDOW), fromRow))
  const within = present(column.subarray(Math.floor((fromRow + toRow) / 2), toRow))
  const after = present(column.subarray(toRow, toRow + WINDOW))
  if (before.length < CONFIRM || after.length < CONFIRM || within.length === 0) return false
  const level = median(after)
  const kept = after.filter((value) => Math.abs(value - level) <= KEEP_SPREADS * spread).length
  const isStable = kept >= KEEP_PART * after.length
  const isElsewhere = Math.abs(level - median(before)) > SHIFT_SPREADS * spread
  return isStable && isElsewhere && Math.abs(median(within) - level) <= KEEP_SPREADS * spread
}

function present(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value))
}
