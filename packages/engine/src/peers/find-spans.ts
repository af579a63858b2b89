import { everyKth } from '../stats/every-kth.ts'
import { median, quantileSorted, sortPresent } from '../stats/quantile.ts'
import { type Course, type Evidence, type Excursion, findExcursions } from './find-excursions.ts'
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

/** What the members of a group are like, in deviations. */
type GroupEvidence = {
  evidence: Evidence
  /** The distance that each member usually has, 0 where it is not known. */
  levels: number[]
  /** A member whose usual distance is at least this always differs from its peers. */
  limit: number
}

/** Rows that levels are read from. */
const MAX_ROWS = 240
/** Distances that beat what a member usually has so many times are no accident. */
const FAR = 3
/** Logarithm of the odds against an instance that always differs from its peers. */
const RARITY = 3
/** Odds against an excursion that begins at a certain row of a certain member. */
const ODDS = 30
/** A jump there and back never makes an excursion on its own. */
const JUMP_OF_PRICE = 0.45
/** A jump of this part of the distance that is looked for counts as one. */
const JUMP = 0.6

/** Learns from the distances of all members what one of them has to show: how lasting, how alike in time and how jumpy they are. */
function groupEvidence(
  columns: readonly Float64Array[],
  { tolerance, minSpan, firstRow = 0 }: { tolerance: number; minSpan: number; firstRow?: number },
): GroupEvidence {
  const samples = columns.map((column) => everyKth(column, MAX_ROWS, firstRow))
  const levels = samples.map((sample) => median(sample) || 0)
  const lasting = Math.min(1, 1.4826 * median(levels.map(Math.abs)))
  const correlation = median(columns.map((column, k) => neighbourCorrelation(column, levels[k]!)))
  const price = Math.log(ODDS * columns.length * columns[0]!.length)
  const reach = median(samples.map((sample, k) => usualReach(sample, levels[k]!)))
  const evidence = {
    shift: tolerance,
    correlation,
    time: (1 + correlation) / (1 - correlation),
    maxJumpEvidence: Math.min(JUMP_OF_PRICE * price, -Math.log(shareOfJumps(columns, correlation, JUMP * tolerance))),
    price,
    far: Math.max(2 * tolerance, FAR * reach),
    farWeight: (1.1 * price) / minSpan,
  }
  // Where standing off becomes likelier than being an extreme one of peers that differ by `lasting`.
  return { evidence, levels, limit: tolerance / 2 + (RARITY * lasting ** 2) / tolerance }
}

/** Distances beyond count as this far, so that a few of them do not decide. */
const FARTHEST = 5
/** Correlations are capped here, so that every row carries some information. */
const HIGHEST = 0.98

/** How alike neighbouring values about a level are, from 0 to 0.98; NaN is left out. */
export function neighbourCorrelation(values: Float64Array, level: number): number {
  let products = 0
  let squares = 0
  let before = Number.NaN
  for (const value of values) {
    const distance = Math.max(-FARTHEST, Math.min(FARTHEST, value - level))
    const product = before * distance
    if (!Number.isNaN(product)) {
      products += product
      squares += (before * before + distance * distance) / 2
    }
    before = distance
  }
  return squares > 0 ? Math.max(0, Math.min(HIGHEST, products / squares)) : 0
}

function usualReach(sample: Float64Array, level: number): number {
  return quantileSorted(sortPresent(sample.map((distance) => Math.abs(distance - level))), 0.99)
}

/** The part of all rows that are so much farther than their neighbour lets expect; never 0. */
function shareOfJumps(columns: readonly Float64Array[], correlation: number, min: number): number {
  let jumps = 1
  let count = 1
  for (const column of columns) {
    for (let row = 1; row < column.length; row++) {
      const jump = Math.abs(column[row]! - correlation * column[row - 1]!)
      if (jump >= min) jumps++
      if (!Number.isNaN(jump)) count++
    }
  }
  return jumps / count
}
