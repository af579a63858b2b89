import type { Frame } from '../series/frame.ts'
import { median } from '../stats/quantile.ts'
import { namedExtreme } from './extreme.ts'
import type { Run } from './find-runs.ts'
import { type SpanPart, sideOf } from './span-part.ts'

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
 * Whether a change point explains an interval as the new normal: the leading series moved to another level within it and kept to it
 * for at least 20 rows after.
 */
export function isNewNormal(part: SpanPart, frame: Frame): boolean {
  const total = part.series.reduce((sum, { weight }) => sum + weight, 0)
  let weight = 0
  for (const series of part.series) {
    if (weight >= LEADING * total && weight > 0) break
    const column = frame.columns[frame.series.findIndex((key) => key.id === series.seriesId)]!
    const { spread } = namedExtreme(series.extremes, sideOf(series)).named
    if (!hasShifted(column, part, spread)) return false
    weight += series.weight
  }
  return true
}

function hasShifted(column: Float64Array, run: Run, spread: number): boolean {
  const { fromRow, toRow } = run
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
