import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { PeerGroup } from './peer-model.ts'

/** Distances from the peers, and what turns them back into values: `value = (deviation + median) * scale + center`. */
export type Deviations = { deviations: Float64Array[]; medians: Float64Array[] }

/**
 * Replaces each column by its distance from the median of its peers at the same row, itself left out, all in their own spreads;
 * columns without peers become NaN. Rows where fewer than two peers report are NaN.
 */
export function deviateFromPeers(columns: readonly Float64Array[], groups: readonly PeerGroup[]): Deviations {
  const rows = columns[0]!.length
  const empty = (): Float64Array => new Float64Array(rows).fill(Number.NaN)
  const medians = columns.map(empty)
  const deviations = columns.map(empty)
  for (const { columns: members, centers, scales } of groups) {
    const values = new Float64Array(members.length)
    for (let row = 0; row < rows; row++) {
      for (const [k, column] of members.entries()) values[k] = (columns[column]![row]! - centers[k]!) / scales[k]!
      const sorted = sortPresent(values)
      for (const [k, column] of members.entries()) {
        const middle = medianWithout(sorted, values[k]!)
        medians[column]![row] = middle
        deviations[column]![row] = values[k]! - middle
      }
    }
  }
  return { deviations, medians }
}

/** The median of sorted values with one value taken out; NaN where fewer than two are left. */
function medianWithout(sorted: Float64Array, value: number): number {
  const place = Number.isNaN(value) ? sorted.length : sorted.indexOf(value)
  const rest = place < sorted.length ? sorted.length - 1 : sorted.length
  if (rest < 2) return Number.NaN
  const at = (k: number): number => sorted[k < place ? k : k + 1]!
  const middle = rest >> 1
  return rest % 2 === 1 ? at(middle) : quantileSorted([at(middle - 1), at(middle)], 0.5)
}
