import { medianInPlace } from '../stats/median-in-place.ts'
import { quantileInPlace } from '../stats/select-in-place.ts'

/** Where a member usually runs, as its own past has it. */
export type UsualPlace = {
  /** Its distance from the level of its group, in the unit of the metric. */
  offset: number
  /** By how much it moves where the group moves by 1. */
  slope: number
  /** How many times the deviation of the typical member its own is; at least 1. */
  widening: number
}

/** Members as if each ran where its group does. */
export type PlacedMembers = {
  /** All rows, those of the past first. */
  columns: Float64Array[]
  /** Undefined for a member that is compared as it is. */
  places: (UsualPlace | undefined)[]
  /** What the members usually run at: the median of their levels, and how all move about it, a row each; NaN where it is not known. */
  level: number
  common: Float64Array
  /** Deviations below this are nothing that the typical member did not have; 0 where it is not known. */
  min: number
}

/** Values of the past from which a place is read. */
const FEWEST_VALUES = 60
/** Without a third nobody knows what the group does. */
const FEWEST_MEMBERS = 3
/** Times that levels and what members have in common are found from each other, and slopes without outlying rows. */
const ROUNDS = 3
/** A slope other than 1 leaves at most this part of the deviation that 1 leaves. */
const BETTER = 0.9
/** The steepest slope of a member against its group. */
const STEEPEST = 20
/** Deviations within this factor are those of the typical member. */
const ALIKE = 1.5
/** What a member exceeds in one value of a hundred is at most this many of its deviations. */
const REACH = 5
const noValues = new Float64Array(0)

/**
 * Moves members to where their group runs, by what each was like in the first `pastRows` rows: its level, how far it follows the
 * common movement (the median of all members about their levels), and its own deviation. So a member that is always larger, or
 * busier the busier all are, is compared with itself. One without a past takes its place from the rows compared where its level lies
 * within `tolerance` deviations of the levels of the others, and is left as it is where it lies outside. NaN stays NaN.
 */
export function placeByPast(columns: readonly Float64Array[], pastRows: number, tolerance: number): PlacedMembers {
  const buffer = new Float64Array(Math.max(columns.length, columns[0]?.length ?? 0))
  const isKnown = columns.map((column) => countPresent(column.subarray(0, pastRows)) >= FEWEST_VALUES)
  const known = columns.filter((_, k) => isKnown[k])
  if (known.length < FEWEST_MEMBERS)
    return {
      columns: [...columns],
      places: columns.map(() => undefined),
      level: Number.NaN,
      common: noValues,
      min: 0,
    }
  const { levels: knownLevels, common } = findCommon(known, pastRows, buffer)
  const level = medianOf(knownLevels, buffer)
  const past = common.subarray(0, pastRows)
  const fits = known.map((column, k) => fitPast(column.subarray(0, pastRows), past, knownLevels[k]!, buffer))
  const typical = typicalOf(
    fits.map(({ deviation }) => deviation),
    buffer,
  )
  const spread =
    1.4826 *
    medianOf(
      knownLevels.map((one) => Math.abs(one - level)),
      buffer,
    )
  let next = 0
  const places = columns.map((column, k): UsualPlace | undefined => {
    if (!isKnown[k]) return placeOfNew(column, common, { pastRows, level, max: tolerance * spread, buffer })
    const { slope, deviation } = fits[next]!
    const widening = typical > 0 && deviation > ALIKE * typical ? deviation / typical : 1
    return { offset: knownLevels[next++]! - level, slope, widening }
  })
  const min = typicalOf(
    fits.map(({ reach }) => reach),
    buffer,
  )
  return { columns: columns.map((column, k) => moveTo(column, common, level, places[k])), places, level, common, min }
}

/** The levels of members and their common movement about them, each found from the other. */
function findCommon(columns: readonly Float64Array[], pastRows: number, buffer: Float64Array) {
  const common = new Float64Array(columns[0]!.length)
  const levels = columns.map((column) => medianWithout(column, undefined, [0, pastRows], buffer))
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < common.length; row++) {
      let count = 0
      for (let k = 0; k < columns.length; k++) {
        const value = columns[k]![row]! - levels[k]!
        if (!Number.isNaN(value)) buffer[count++] = value
      }
      common[row] = count < FEWEST_MEMBERS ? Number.NaN : medianInPlace(buffer, count)
    }
    if (round === ROUNDS - 1) break
    for (const [k, column] of columns.entries()) {
      const level = medianWithout(column, common, [0, pastRows], buffer)
      if (!Number.isNaN(level)) levels[k] = level
    }
  }
  return { levels, common }
}

/** How a member moved with the others in the past, and its deviation from there, which holds what it did now and then. */
function fitPast(values: Float64Array, common: Float64Array, level: number, buffer: Float64Array) {
  const plain = deviationFrom(values, common, { level, slope: 1 }, buffer)
  const slope = fitSlope(values, common, level, plain.middle)
  const sloped = deviationFrom(values, common, { level, slope }, buffer)
  const better = sloped.middle < BETTER * plain.middle ? { slope, ...sloped } : { slope: 1, ...plain }
  return { slope: better.slope, deviation: Math.max(better.middle, better.reach), reach: better.reach }
}

/** Least squares, again without the rows that lie far off. */
function fitSlope(values: Float64Array, common: Float64Array, level: number, deviation: number): number {
  let slope = 1
  let max = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    let products = 0
    let squares = 0
    for (let row = 0; row < values.length; row++) {
      const value = values[row]! - level
      const move = common[row]!
      if (!(Math.abs(value - slope * move) <= max)) continue
      products += value * move
      squares += move * move
    }
    if (!(squares > 0)) return 1
    slope = Math.max(0, Math.min(STEEPEST, products / squares))
    max = 4 * deviation || Number.POSITIVE_INFINITY
  }
  return slope
}

function deviationFrom(
  values: Float64Array,
  common: Float64Array,
  { level, slope }: { level: number; slope: number },
  buffer: Float64Array,
): { middle: number; reach: number } {
  let count = 0
  for (let row = 0; row < values.length; row++) {
    const distance = Math.abs(values[row]! - level - slope * common[row]!)
    if (!Number.isNaN(distance)) buffer[count++] = distance
  }
  const middle = 1.4826 * medianInPlace(buffer, count)
  return { middle, reach: quantileInPlace(buffer.subarray(0, count), 0.99) / REACH }
}

function placeOfNew(
  column: Float64Array,
  common: Float64Array,
  { pastRows, level, max, buffer }: { pastRows: number; level: number; max: number; buffer: Float64Array },
): UsualPlace | undefined {
  const own = medianWithout(column, common, [pastRows, column.length], buffer)
  if (!(Math.abs(own - level) <= max)) return undefined
  const { slope } = fitPast(column.subarray(pastRows), common.subarray(pastRows), own, buffer)
  return { offset: own - level, slope, widening: 1 }
}

function moveTo(
  values: Float64Array,
  common: Float64Array,
  level: number,
  place: UsualPlace | undefined,
): Float64Array {
  if (place === undefined) return values
  const own = level + place.offset
  return values.map((value, row) => {
    const move = common[row]!
    return level + move + (value - own - place.slope * move) / place.widening
  })
}

/** The median of a column over some rows, less the common movement. */
function medianWithout(
  column: Float64Array,
  common: Float64Array | undefined,
  [from, to]: readonly [number, number],
  buffer: Float64Array,
): number {
  let count = 0
  for (let row = from; row < to; row++) {
    const value = column[row]! - (common === undefined ? 0 : common[row]!)
    if (!Number.isNaN(value)) buffer[count++] = value
  }
  return medianInPlace(buffer, count)
}

function medianOf(values: readonly number[], buffer: Float64Array): number {
  buffer.set(values)
  return medianInPlace(buffer, values.length)
}

/** The median of those that are not 0: what stands still among members that move says nothing of them. 0 for none. */
function typicalOf(values: readonly number[], buffer: Float64Array): number {
  return (
    medianOf(
      values.filter((value) => value > 0),
      buffer,
    ) || 0
  )
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) count++
  return count
}
