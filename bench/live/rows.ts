import { createRandom, normal } from '../../packages/engine/src/stats/random.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
export const METRICS = 20

/** Fills the columns with a row of simulated values, and gives its time. */
export type FillRow = (columns: readonly Float64Array[], row: number) => Float64Array

/** Of twenty metrics eight are noise, six have a daily wave, two are whole numbers, two nearly always 0, and two constant. */
export function simulateRows(stepMs: number): FillRow {
  const random = createRandom(1)
  const sampleOf = (metric: number, time: number): number => {
    const noise = normal(random)
    if (metric < 8) return 50 + 2 * noise
    if (metric < 14) return 50 + 20 * Math.sin((2 * Math.PI * time) / DAY_MS) + 2 * noise
    if (metric < 16) return Math.max(0, Math.round(3 + noise))
    if (metric < 18) return noise > 2 ? Math.round(100 * noise) : 0
    return metric
  }
  return (columns, row) => {
    const time = START + row * stepMs
    for (const [number, column] of columns.entries()) column[0] = sampleOf(number % METRICS, time)
    return Float64Array.of(time)
  }
}

export function emptyColumns(size: number): Float64Array[] {
  return Array.from({ length: size }, () => new Float64Array(1))
}
