import { everyKth } from '../stats/every-kth.ts'
import { median, quantileSorted, sortPresent } from '../stats/quantile.ts'
import type { Evidence } from './find-excursions.ts'
import { neighbourCorrelation } from './neighbour-correlation.ts'

/** What the members of a group are like, in deviations. */
export type GroupEvidence = {
  evidence: Evidence
  /** The distance that each member usually has, 0 where it is not known. */
  levels: number[]
  /** A member whose usual distance is at least this stands off for good. */
  limit: number
}

/** Rows that levels are read from. */
const MOST_ROWS = 240
/** Distances that beat what a member usually has so many times are no accident. */
const FAR = 3
/** Logarithm of the odds against an instance that stands off for good. */
const RARITY = 3
/** Odds against an excursion that begins at a certain row of a certain member. */
const ODDS = 30
/** A jump there and back never makes an excursion on its own. */
const JUMP_OF_PRICE = 0.45
/** A jump of this part of the distance that is looked for counts as one. */
const JUMP = 0.6

/** Learns from the distances of all members what one of them has to show: how lasting, how alike in time and how jumpy they are. */
export function groupEvidence(
  columns: readonly Float64Array[],
  { tolerance, minSpan, firstRow = 0 }: { tolerance: number; minSpan: number; firstRow?: number },
): GroupEvidence {
  const samples = columns.map((column) => everyKth(column, MOST_ROWS, firstRow))
  const levels = samples.map((sample) => median(sample) || 0)
  const lasting = Math.min(1, 1.4826 * median(levels.map(Math.abs)))
  const correlation = median(columns.map((column, k) => neighbourCorrelation(column, levels[k]!)))
  const price = Math.log(ODDS * columns.length * columns[0]!.length)
  const reach = median(samples.map((sample, k) => usualReach(sample, levels[k]!)))
  const evidence = {
    shift: tolerance,
    correlation,
    time: (1 + correlation) / (1 - correlation),
    mostOfJump: Math.min(JUMP_OF_PRICE * price, -Math.log(shareOfJumps(columns, correlation, JUMP * tolerance))),
    price,
    far: Math.max(2 * tolerance, FAR * reach),
    farWeight: (1.1 * price) / minSpan,
  }
  // Where standing off becomes likelier than being an extreme one of peers that differ by `lasting`.
  return { evidence, levels, limit: tolerance / 2 + (RARITY * lasting ** 2) / tolerance }
}

function usualReach(sample: Float64Array, level: number): number {
  return quantileSorted(sortPresent(sample.map((distance) => Math.abs(distance - level))), 0.99)
}

/** The part of all rows that are so much farther than their neighbour lets expect; never 0. */
function shareOfJumps(columns: readonly Float64Array[], correlation: number, least: number): number {
  let jumps = 1
  let count = 1
  for (const column of columns) {
    for (let row = 1; row < column.length; row++) {
      const jump = Math.abs(column[row]! - correlation * column[row - 1]!)
      if (jump >= least) jumps++
      if (!Number.isNaN(jump)) count++
    }
  }
  return jumps / count
}
