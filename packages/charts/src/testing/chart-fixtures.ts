import type { ChartLine, Highlight } from '../model/chart-types.ts'

const T0 = Date.UTC(2026, 10, 19, 6)
const MINUTE = 60_000

/** Time of minute i of the test day. */
export const at = (i: number): number => T0 + i * MINUTE

/** A line with one value per minute. */
export function minuteLine(id: string, values: (number | null)[], extra: Partial<ChartLine> = {}): ChartLine {
  return { id, label: id, seriesId: id, times: values.map((_, i) => at(i)), min: values, max: values, ...extra }
}

/** Calm values with a burst from minute 60 to 69. */
export function burst(length = 120): number[] {
  return Array.from({ length }, (_, i) => 30 + 5 * Math.sin(i / 9) + (i >= 60 && i < 70 ? 60 : 0))
}

export const period = (from: number, to: number, val: number, extra: Partial<Highlight> = {}): Highlight => ({
  start: at(from),
  end: at(to),
  val,
  ...extra,
})
