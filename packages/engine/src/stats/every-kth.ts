/**
 * At most `limit` of the values, every k-th of them, as a copy; the values themselves where there are no more. `firstRow` is the number
 * of the first value on a longer grid: windows that overlap then take the same values.
 */
export function everyKth(values: Float64Array, limit: number, firstRow = 0): Float64Array {
  if (values.length <= limit) return values
  const stride = Math.ceil(values.length / limit)
  const skipped = (stride - (firstRow % stride)) % stride
  return Float64Array.from(
    { length: Math.ceil((values.length - skipped) / stride) },
    (_, k) => values[skipped + k * stride]!,
  )
}
