import { median } from '../../stats/quantile.ts'

/**
 * Replaces each column by its distance from the median of its peers at the same row; columns without peers become NaN. Also
 * gives that median by row for each group. Rows where fewer than two peers report are NaN.
 */
export function deviateFromPeers(
  columns: readonly Float64Array[],
  groups: readonly { columns: readonly number[] }[],
): { deviations: Float64Array[]; medians: Float64Array[] } {
  const rows = columns[0]!.length
  const deviations = columns.map(() => new Float64Array(rows).fill(Number.NaN))
  const medians = groups.map((group) => {
    const middle = new Float64Array(rows)
    const values = new Float64Array(group.columns.length)
    for (let row = 0; row < rows; row++) {
      let present = 0
      for (const [k, column] of group.columns.entries()) {
        values[k] = columns[column]![row]!
        if (!Number.isNaN(values[k]!)) present++
      }
      middle[row] = present >= 2 ? median(values) : Number.NaN
      for (const column of group.columns) deviations[column]![row] = columns[column]![row]! - middle[row]!
    }
    return middle
  })
  return { deviations, medians }
}
