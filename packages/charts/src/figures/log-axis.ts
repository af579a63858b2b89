export interface LogAxis {
  min: number
  max: number
  /** Powers of ten inside the axis. */
  decades: number[]
  toPx: (value: number) => number
}

/** A logarithmic axis over whole decades around the values, `length` px long; non-positive values are at its start. */
export function logAxis(values: readonly number[], length: number): LogAxis {
  const positive = values.filter((value) => value > 0)
  const lowest = positive.length ? Math.min(...positive) : 0.001
  const highest = positive.length ? Math.max(...positive) : 1
  const first = Math.floor(Math.log10(lowest) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.log10(highest) - 1e-9))
  const decades = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i))
  const toPx = (value: number) =>
    value > 0 ? Math.max(0, Math.min(length, ((Math.log10(value) - first) / (last - first)) * length)) : 0
  return { min: 10 ** first, max: 10 ** last, decades, toPx }
}
