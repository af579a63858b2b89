import { quantileSorted } from '../stats/quantile.ts'
import { robustScale, smallestStep } from '../stats/robust-scale.ts'
import type { CauseWindow } from './cause-window.ts'

/** How one series moved in an incident. */
export type Movement = {
  /** The largest distance from usual that two rows in a row reach, in spreads. */
  deviation: number
  /**
   * The same in multiples of what the series does anyway: one with heavy tails, or that went far before, needs more. 3 and more is
   * movement.
   */
  strength: number
  side: 1 | -1
  /** The row at which it began to move; -1 where it did not. */
  onsetRow: number
  /** The share of rows from the onset to the end at which it stayed away. */
  persistence: number
  peak: number
  usual: number
  spread: number
  /**
   * Where most instances moved at once in this metric: how many of how many, and whether it did no more than they. The deviation, the
   * onset and how long it lasted are what it did beyond them.
   */
  common?: { count: number; of: number; isAll: boolean }
  /** It stopped; `peak` and `usual` are its last value before. */
  hasStopped?: true
}

/** From more rows every k-th is taken. */
const MAX_ROWS = 250
/** Fewer values say nothing of what is usual. */
export const MIN_VALUES = 10
/** Spreads from the median at which a series has moved. */
const MOVED = 3
/** A movement has to reach this many times as far as any movement before the incident. Fitted on simulated incidents. */
const BEYOND_BEFORE = 2
/** A movement began where it was last nearer than this: what is farther happens to one row in forty. */
const BEGAN = 2
/** Deviations beyond are as far, so that sums stay finite. */
const MAX_DEVIATION = 1e6
/** How many spreads a series goes at most of which no spread is known. */
export const MAX_SPREADS_OF_CONSTANT = 50

/**
 * Measures one series against the time before the incident, by median and a spread that is floored by the
 * inter-quartile range and the resolution of the values (RobustScorer of BARO; Pham, Ha and Zhang, FSE 2024). The onset
 * is where the series left twice its spread before it crossed the limit (as the sums of Page 1954 begin). Gaps are
 * passed over. Undefined where fewer than 10 values stand before the incident, or none in it.
 */
export function measureMovement(column: Float64Array, window: CauseWindow): Movement | undefined {
  const sorted = sortedBefore(column, window)
  if (sorted.length < MIN_VALUES) return undefined
  const rows = presentRows(column, window.atRow, window.toRow)
  if (rows.length === 0) return undefined
  const { center, scale } = usualOf(sorted, column, rows)
  const found = furthestPair(column, rows, center, scale)
  const before = furthestPair(column, presentRows(column, window.fromRow, window.atRow), center, scale)
  const restless = Math.max(1, tailDistance(sorted, center, scale) / MOVED, (BEYOND_BEFORE * before.deviation) / MOVED)
  const onset = findOnset(column, rows, center, scale * restless, found.side)
  return {
    deviation: found.deviation,
    strength: found.deviation / restless,
    side: found.side,
    onsetRow: onset < 0 ? -1 : rows[onset]!,
    persistence: onset < 0 ? 0 : stayed(column, rows, onset, center, scale * restless, found.side),
    peak: furthestValue(column, rows, found.side),
    usual: center,
    spread: scale,
  }
}

/** The values before the incident in order, of many rows every k-th. */
function sortedBefore(column: Float64Array, { fromRow, atRow }: CauseWindow): Float64Array {
  const stride = Math.max(1, Math.ceil((atRow - fromRow) / MAX_ROWS))
  const values = new Float64Array(Math.ceil((atRow - fromRow) / stride))
  let count = 0
  for (let row = fromRow; row < atRow; row += stride) if (!Number.isNaN(column[row]!)) values[count++] = column[row]!
  return values.subarray(0, count).sort()
}

function presentRows(column: Float64Array, fromRow: number, toRow: number): Int32Array {
  const rows = new Int32Array(Math.max(0, toRow - fromRow))
  let count = 0
  for (let row = fromRow; row < toRow; row++) if (!Number.isNaN(column[row]!)) rows[count++] = row
  return rows.subarray(0, count)
}

/**
 * Of a series that never varied, one spread is a hundredth of its value, or the resolution of the values it takes now,
 * but at least a fiftieth of how far it goes: from nothing known of its spread no movement can be beyond all measure.
 */
function usualOf(sorted: Float64Array, column: Float64Array, rows: Int32Array): { center: number; scale: number } {
  const { center, scale } = robustScale(sorted)
  if (scale > 0) return { center, scale }
  const values = Float64Array.from(rows, (row) => Math.abs(column[row]! - center)).sort()
  const furthest = values[values.length - 1]!
  return {
    center,
    scale: Math.max(0.01 * Math.abs(center), smallestStep(values), furthest / MAX_SPREADS_OF_CONSTANT) || 1,
  }
}

/** How far one value in a hundred lies from usual on either side, in spreads, before the incident. */
function tailDistance(sorted: Float64Array, center: number, scale: number): number {
  return Math.max(quantileSorted(sorted, 0.995) - center, center - quantileSorted(sorted, 0.005)) / scale
}

/**
 * The two neighbouring rows on one side of usual of which the nearer is furthest; a lone row counts where there is but
 * one.
 */
function furthestPair(column: Float64Array, rows: Int32Array, center: number, scale: number) {
  const best = { deviation: 0, side: 1 as 1 | -1 }
  for (let k = 0; k < rows.length; k++) {
    const here = (column[rows[k]!]! - center) / scale
    const next = (column[rows[Math.min(k + 1, rows.length - 1)]!]! - center) / scale
    if (here * next <= 0 || (k > 0 && k === rows.length - 1)) continue
    const distance = Math.min(Math.abs(here), Math.abs(next), MAX_DEVIATION)
    if (distance > best.deviation) {
      best.deviation = distance
      best.side = here > 0 ? 1 : -1
    }
  }
  return best
}

/** The highest value, or the lowest: what the title of a finding names, be it of one row. */
function furthestValue(column: Float64Array, rows: Int32Array, side: 1 | -1): number {
  let furthest = column[rows[0]!]!
  for (const row of rows) if (side * (column[row]! - furthest) > 0) furthest = column[row]!
  return furthest
}

/**
 * The place in `rows` of the onset: of the first two rows in a row beyond the limit, dated back to where the series left
 * `BEGAN`.
 */
function findOnset(column: Float64Array, rows: Int32Array, center: number, limit: number, side: number): number {
  let began = -1
  let before = 0
  for (let k = 0; k < rows.length; k++) {
    const distance = (side * (column[rows[k]!]! - center)) / limit
    if (distance > MOVED && (before > MOVED || rows.length === 1)) return began
    if (distance <= BEGAN) began = -1
    else if (began < 0) began = k
    before = distance
  }
  return -1
}

function stayed(
  column: Float64Array,
  rows: Int32Array,
  onset: number,
  center: number,
  limit: number,
  side: number,
): number {
  let away = 0
  for (let k = onset; k < rows.length; k++) if ((side * (column[rows[k]!]! - center)) / limit > MOVED / 2) away++
  return away / (rows.length - onset)
}
