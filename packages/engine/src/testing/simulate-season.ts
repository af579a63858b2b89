import { createRandom, normal } from '../stats/random.ts'

/** A day of 24 hours, as a curve with a mean of 0. */
export function dayCurve(hour: number): number {
  return Math.sin((2 * Math.PI * hour) / 24) + 0.4 * Math.cos((4 * Math.PI * hour) / 24)
}

/** Hourly values around 100: a daily curve of 10, normal noise, and weekends lower by `weekend`; times from a Monday. */
export function simulateHours(
  days: number,
  seed: number,
  noise = 1,
  weekend = 0,
): { times: Float64Array; values: Float64Array } {
  const random = createRandom(seed)
  const times = Float64Array.from({ length: 24 * days }, (_, k) => Date.UTC(2026, 0, 5) + k * 3_600_000)
  const values = times.map((_, k) => {
    const day = Math.floor(k / 24) % 7
    return 100 + 10 * dayCurve(k) - (day > 4 ? weekend : 0) + noise * normal(random)
  })
  return { times, values }
}
