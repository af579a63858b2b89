import type { Frame } from '../series/frame.ts'
import { groupByMetric } from '../series/group-by-metric.ts'
import { medianInPlace } from '../stats/median-in-place.ts'
import type { CauseWindow } from './cause-window.ts'
import { type Movement, measureMovement } from './measure-movement.ts'

/** Of fewer instances no common movement can be told from that of some. */
const MIN_INSTANCES = 5
/**
 * A movement is common if so many of the instances begin it within so long, or within a row, of each other: a fault that spreads
 * reaches fewer, or takes longer. How long makes little difference in the simulated incidents that both were chosen on.
 * Fitted on simulated incidents.
 */
const COMMON_SHARE = 0.9
const TOGETHER_MS = 160_000
/** The part of an instance in it is read from its first minute, or three rows: what follows may be its own. */
const EARLY_MS = 60_000
/** The least of it in rows. */
const EARLY_ROWS = 3

/**
 * Takes away what an instance does as most others do, such as in a surge of visitors: of a metric in which most instances begin to
 * move together, the median over the instances of the distance from usual, in spreads, times the part of the instance in it. What is
 * left is measured anew; a series of which nothing is left keeps when it moved, and deviates by what is left. Movements of other metrics
 * are returned as they are.
 */
export function beyondCommon(
  frame: Frame,
  window: CauseWindow,
  measured: readonly (Movement | undefined)[],
): (Movement | undefined)[] {
  const out = [...measured]
  for (const group of groupByMetric(frame.series)) {
    const places = group.filter((place) => measured[place] !== undefined && !measured[place].hasStopped)
    const movements = places.map((place) => measured[place]!)
    const columns = places.map((place) => frame.columns[place]!)
    const together = startTogether(movements, frame.stepMs)
    if (together === undefined) continue
    const common = medianDistance(columns, movements, window)
    const lastRow = Math.min(window.toRow, together.row + Math.max(EARLY_ROWS, Math.ceil(EARLY_MS / frame.stepMs)))
    for (const [k, movement] of movements.entries()) {
      if (movement.onsetRow < 0) continue
      const part = partIn(columns[k]!, movement, common, {
        fromRow: window.fromRow,
        atRow: together.row,
        toRow: lastRow,
      })
      const left = measureMovement(without(columns[k]!, movement.spread * part, common, window), window)
      if (left !== undefined)
        out[places[k]!] = ownMovement(movement, left, { count: together.count, of: places.length })
    }
  }
  return out
}

function ownMovement(movement: Movement, left: Movement, counted: { count: number; of: number }): Movement {
  const { deviation, strength, side, onsetRow, persistence } = left
  if (onsetRow < 0) return { ...movement, deviation, strength, common: { ...counted, isAll: true } }
  return { ...movement, deviation, strength, side, onsetRow, persistence, common: { ...counted, isAll: false } }
}

/** The row at which most series begin to move to one side together, and how many do; undefined where they do not. */
function startTogether(movements: readonly Movement[], stepMs: number): { row: number; count: number } | undefined {
  if (movements.length < MIN_INSTANCES) return undefined
  const within = Math.max(1, Math.ceil(TOGETHER_MS / stepMs))
  for (const side of [1, -1] as const) {
    const onsets = movements
      .filter((movement) => movement.onsetRow >= 0 && movement.side === side)
      .map(({ onsetRow }) => onsetRow)
      .sort((a, b) => a - b)
    const middle = onsets[onsets.length >> 1] ?? Number.NaN
    const together = onsets.filter((row) => Math.abs(row - middle) <= within)
    if (together.length >= COMMON_SHARE * movements.length)
      return { row: together[together.length >> 1]!, count: onsets.length }
  }
  return undefined
}

function medianDistance(
  columns: readonly Float64Array[],
  movements: readonly Movement[],
  { fromRow, toRow }: CauseWindow,
): Float64Array {
  const buffer = new Float64Array(columns.length)
  return Float64Array.from({ length: toRow - fromRow }, (_, k) => {
    let count = 0
    for (const [place, { usual, spread }] of movements.entries()) {
      const distance = (columns[place]![fromRow + k]! - usual) / spread
      if (!Number.isNaN(distance)) buffer[count++] = distance
    }
    return medianInPlace(buffer, count)
  })
}

/** Spreads that the series goes for one of the common movement; 0 where no row says. */
function partIn(
  column: Float64Array,
  { usual, spread }: Movement,
  common: Float64Array,
  { fromRow, atRow, toRow }: CauseWindow,
): number {
  const ratios = new Float64Array(Math.max(0, toRow - atRow))
  let count = 0
  for (let row = atRow; row < toRow; row++) {
    const ratio = (column[row]! - usual) / spread / common[row - fromRow]!
    if (Number.isFinite(ratio)) ratios[count++] = ratio
  }
  return count === 0 ? 0 : medianInPlace(ratios, count)
}

function without(
  column: Float64Array,
  factor: number,
  common: Float64Array,
  { fromRow, toRow }: CauseWindow,
): Float64Array {
  const left = column.slice()
  for (let row = fromRow; row < toRow; row++) {
    const distance = common[row - fromRow]!
    if (!Number.isNaN(distance)) left[row]! -= factor * distance
  }
  return left
}
