/** At most `limit` of the values, every k-th of them, as a copy; the values themselves where there are no more. */
export function everyKth(values: Float64Array, limit: number): Float64Array {
  if (values.length <= limit) return values
  const stride = Math.ceil(values.length / limit)
  return Float64Array.from({ length: Math.ceil(values.length / stride) }, (_, k) => values[k * stride]!)
}
