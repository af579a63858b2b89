import { dbscanLine } from '../stats/dbscan-line.ts'
import { everyKth } from '../stats/every-kth.ts'
import { median } from '../stats/quantile.ts'

/** Rows that levels are read from. */
const MAX_ROWS = 240
/** The part of the members that make a mode; fewer stand off. */
const MIN_PART = 0.25

/**
 * Groups the members by the level they run at, for fleets with two kinds of instances: levels, the median distances from the middle
 * of all, are clustered by density (Ester et al. 1996) with `tolerance` times the deviation of a member in time, or of its nearest
 * two neighbours, as reach. Clusters of at least a quarter of the members are modes, all others go with the nearest of them. Gives the
 * places of the members of each mode, the lowest first.
 */
export function findModes(
  columns: readonly Float64Array[],
  tolerance: number,
  minMembers: number,
  firstRow = 0,
): number[][] {
  const all = columns.map((_, k) => k)
  const min = Math.max(minMembers, Math.ceil(MIN_PART * columns.length))
  if (columns.length < 2 * minMembers) return [all]
  const { levels, deviations } = levelsOf(columns, firstRow)
  const reach = tolerance * Math.max(median(deviations) || 0, median(spacings(levels)) || 0)
  const labels = dbscanLine(levels, reach, minMembers)
  const modes = [...new Set(labels)]
    .filter((label) => label >= 0)
    .map((label) => all.filter((k) => labels[k] === label))
    .filter((members) => members.length >= min)
    .map((members) => ({ members, level: median(members.map((k) => levels[k]!)) }))
    .sort((a, b) => a.level - b.level)
  if (modes.length < 2) return [all]
  const taken = new Set(modes.flatMap(({ members }) => members))
  for (const k of all) {
    if (taken.has(k)) continue
    const distances = modes.map(({ level }) => Math.abs(level - levels[k]!))
    modes[Math.max(0, distances.indexOf(Math.min(...distances)))]!.members.push(k)
  }
  return modes.map(({ members }) => members.sort((a, b) => a - b))
}

/** Median distance of each member from the middle of all, and how far it usually goes from there. */
function levelsOf(columns: readonly Float64Array[], firstRow: number): { levels: number[]; deviations: number[] } {
  const rows = everyKth(Float64Array.from(columns[0]!.keys()), MAX_ROWS, firstRow)
  const middle = rows.map((row) => median(columns.map((column) => column[row]!)))
  const levels: number[] = []
  const deviations: number[] = []
  for (const column of columns) {
    const distances = rows.map((row, at) => column[row]! - middle[at]!)
    const level = median(distances)
    levels.push(level)
    deviations.push(1.4826 * median(distances.map((distance) => Math.abs(distance - level))))
  }
  return { levels, deviations }
}

/** How far it is from each level to its second nearest neighbour. */
function spacings(levels: readonly number[]): Float64Array {
  const sorted = Float64Array.from(levels).sort()
  return sorted.map((level, k) => {
    const near = [sorted[k - 2]!, sorted[k - 1]!, sorted[k + 1]!, sorted[k + 2]!].filter((one) => one !== undefined)
    return near.map((one) => Math.abs(one - level)).sort((a, b) => a - b)[1] ?? Number.NaN
  })
}
