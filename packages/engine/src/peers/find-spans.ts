import { median, quantileSorted, sortPresent } from '../stats/quantile.ts'
import { type Course, type Evidence, type Excursion, findExcursions } from './find-excursions.ts'
import { groupEvidence } from './group-evidence.ts'
import type { PeerSpan } from './peers.ts'

/**
 * The excursions at which members stand off, each with at least `minSpan` rows; `columns` are distances in deviations. A member that
 * always runs a little higher than its peers is measured from there; one that does so by far stands off for good. `firstRow` is the number
 * of the first row on the clock.
 */
export function findSpans(
  columns: readonly Float64Array[],
  times: Float64Array,
  { tolerance, minSpan, firstRow = 0 }: { tolerance: number; minSpan: number; firstRow?: number },
): PeerSpan[][] {
  const { evidence, levels, limit } = groupEvidence(columns, { tolerance, minSpan, firstRow })
  return columns.map((column, k) => {
    const { excursions, level } = likeliest(column, levels[k]!, limit, evidence)
    return joinFragments(excursions, column, tolerance / 4)
      .flatMap((excursion) => cutAtGaps(column, excursion, minSpan))
      .map((excursion) => toSpan(excursion, column, times))
      .filter(({ rows, distance, side }) => {
        const isOff = distance * side >= (level === 0 ? limit : tolerance / 2)
        return rows >= minSpan && isOff && (distance - level) * side >= tolerance / 2
      })
  })
}

/** The course about the middle of the peers, or about the member's own level where that explains its values better. */
function likeliest(column: Float64Array, level: number, limit: number, evidence: Evidence): Course & { level: number } {
  const plain = { ...findExcursions(column, 0, evidence), level: 0 }
  if (!(Math.abs(level) < limit) || Math.abs(level) < limit / 4) return plain
  const own = findExcursions(column, level, evidence)
  return own.gain + gainOfLevel(column, level) / evidence.time > plain.gain ? { ...own, level } : plain
}

function gainOfLevel(column: Float64Array, level: number): number {
  let gain = 0
  for (const distance of column) if (!Number.isNaN(distance)) gain += level * (distance - level / 2)
  return gain
}

/** One excursion for several on one side, between which the member hardly came back. */
function joinFragments(excursions: readonly Excursion[], column: Float64Array, back: number): Excursion[] {
  const joined: Excursion[] = []
  for (const excursion of excursions) {
    const before = joined.at(-1)
    const between = before === undefined ? 0 : median(column.subarray(before.toRow, excursion.fromRow))
    const isSame = before?.side === excursion.side && between * excursion.side >= back
    if (isSame) before.toRow = excursion.toRow
    else joined.push({ ...excursion })
  }
  return joined
}

/** The parts of an excursion between gaps of more than `longest` rows, each from a value to a value. */
function cutAtGaps(column: Float64Array, { fromRow, toRow, side }: Excursion, longest: number): Excursion[] {
  const parts: Excursion[] = []
  let first = -1
  let last = -1
  for (let row = fromRow; row < toRow; row++) {
    if (Number.isNaN(column[row]!)) continue
    if (first >= 0 && row - last - 1 > longest) {
      parts.push({ fromRow: first, toRow: last + 1, side })
      first = -1
    }
    if (first < 0) first = row
    last = row
  }
  if (first >= 0) parts.push({ fromRow: first, toRow: last + 1, side })
  return parts
}

/** The span of an excursion, from and to the rows that are nearer to its median than to the usual. */
function toSpan(excursion: Excursion, column: Float64Array, times: Float64Array): PeerSpan {
  let { fromRow, toRow } = excursion
  const half = median(column.subarray(fromRow, toRow)) * excursion.side * 0.5
  const isUsual = (row: number) => !(column[row]! * excursion.side >= half)
  while (fromRow < toRow - 1 && isUsual(fromRow)) fromRow++
  while (toRow - 1 > fromRow && isUsual(toRow - 1)) toRow--
  const present = sortPresent(column.subarray(fromRow, toRow))
  const distance = quantileSorted(present, 0.5)
  const { side } = excursion
  return { fromRow, toRow, start: times[fromRow]!, end: times[toRow - 1]!, rows: present.length, distance, side }
}
