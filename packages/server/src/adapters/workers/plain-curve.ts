/** NaN becomes null, and six digits are enough to draw. */
export function plainFigure(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : null
}

/** The same for a figure that is never missing. */
export function plainNumber(value: number): number {
  return plainFigure(value) ?? 0
}

type Reduction = 'min' | 'max' | 'mean'

/** One value for every `rows` of a column; null where none of them has one. */
export function plainCurve(values: Float64Array, rows: number, reduction: Reduction): (number | null)[] {
  return Array.from({ length: Math.ceil(values.length / rows) }, (_, bucket) => {
    const end = Math.min(values.length, (bucket + 1) * rows)
    let found = Number.NaN
    let count = 0
    for (let row = bucket * rows; row < end; row++) {
      const value = values[row]!
      if (Number.isNaN(value)) continue
      count++
      if (count === 1) found = value
      else if (reduction === 'mean') found += (value - found) / count
      else found = reduction === 'min' ? Math.min(found, value) : Math.max(found, value)
    }
    return plainFigure(found)
  })
}

/** The first time of every `rows`. */
export function bucketTimes(times: Float64Array, rows: number): number[] {
  return Array.from({ length: Math.ceil(times.length / rows) }, (_, bucket) => times[bucket * rows]!)
}
