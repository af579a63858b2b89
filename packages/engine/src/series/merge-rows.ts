/** Rows as they came: `columns[j][i]` belongs to `times[i]`. */
export type Rows = { times: Float64Array; columns: Float64Array[] }

/** Sorts rows by time; of rows with the same time the last value present wins, cell by cell. */
export function mergeRows(times: Float64Array, columns: readonly Float64Array[]): Rows {
  const order = Uint32Array.from(times, (_, k) => k).sort((a, b) => times[a]! - times[b]! || a - b)
  const target = new Uint32Array(order.length)
  let last = 0
  for (let k = 0; k < order.length; k++) {
    if (k > 0 && times[order[k]!] !== times[order[k - 1]!]) last++
    target[k] = last
  }
  const length = order.length === 0 ? 0 : last + 1
  const merge = (from: Float64Array): Float64Array => {
    const to = new Float64Array(length).fill(Number.NaN)
    for (let k = 0; k < order.length; k++) {
      const value = from[order[k]!]!
      if (!Number.isNaN(value)) to[target[k]!] = value
    }
    return to
  }
  return { times: merge(times), columns: columns.map(merge) }
}
