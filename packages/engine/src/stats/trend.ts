import { correlationTime } from './correlation-time.ts'

/** How much a series rises from one row to the next, and the standard error of that. */
export type Trend = { slope: number; error: number }

/**
 * Slope of least squares, its error that of as many values as the correlation time of what is left of them (Bayley and Hammersley 1946).
 * NaN is left out; no slope and an endless error for fewer than three values.
 */
export function fitTrend(values: Float64Array): Trend {
  const scale = values.reduce((max, value) => Math.max(max, Math.abs(value) || 0), 0) || 1
  let count = 0
  let row = 0
  let level = 0
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue
    count++
    row += (k - row) / count
    level += (values[k]! / scale - level) / count
  }
  if (count < 3) return { slope: 0, error: Number.POSITIVE_INFINITY }
  let products = 0
  let squares = 0
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue
    products += (k - row) * (values[k]! / scale - level)
    squares += (k - row) ** 2
  }
  const slope = products / squares
  const rest = values.map((value, k) => value / scale - level - slope * (k - row))
  const power = rest.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value * value), 0)
  const error = Math.sqrt(((power / (count - 2)) * correlationTime([rest])) / squares)
  return { slope: slope * scale, error: error * scale }
}
