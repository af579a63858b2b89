import { toRates } from '@omen/engine/detect'

/** The columns, those of counters as their increase per second. */
export function asRates(
  columns: readonly Float64Array[],
  rates: readonly number[],
  stepMs: number,
): readonly Float64Array[] {
  if (rates.length === 0) return columns
  const isRate = new Set(rates)
  const steps = new Float64Array(columns[0]?.length ?? 0).fill(1)
  return columns.map((column, place) =>
    isRate.has(place) ? toRates(column, steps).map((increase) => (increase * 1000) / stepMs) : column,
  )
}
