import { localClock } from '../series/local-clock.ts'
import { createRandom, normal } from '../stats/random.ts'

/** A zone and a day on which its clocks are changed. */
export type ClockChange = { timeZone: string; what: string; at: number }

/** Changes in both directions, one of half an hour, and the last one of a zone that gave them up. */
export const CLOCK_CHANGES: readonly ClockChange[] = [
  { timeZone: 'Europe/Berlin', what: 'forward', at: Date.UTC(2026, 2, 29) },
  { timeZone: 'Europe/Berlin', what: 'back', at: Date.UTC(2026, 9, 25) },
  { timeZone: 'America/New_York', what: 'forward', at: Date.UTC(2026, 2, 8) },
  { timeZone: 'America/New_York', what: 'back', at: Date.UTC(2026, 10, 1) },
  { timeZone: 'Australia/Lord_Howe', what: 'forward by half an hour', at: Date.UTC(2026, 9, 3) },
  { timeZone: 'Australia/Lord_Howe', what: 'back by half an hour', at: Date.UTC(2026, 3, 4) },
  { timeZone: 'America/Sao_Paulo', what: 'forward at midnight', at: Date.UTC(2018, 10, 4) },
  { timeZone: 'America/Sao_Paulo', what: 'back at midnight for the last time', at: Date.UTC(2019, 1, 16) },
]

const DAY = 86_400_000

/** Values by the clocks of a zone, with noise, `before` days before a day and `after` after its beginning. */
export function simulateLocalDays(
  { timeZone, at }: ClockChange,
  { before, after, stepMs, seed }: { before: number; after: number; stepMs: number; seed: number },
): { times: Float64Array; values: Float64Array } {
  const random = createRandom(seed)
  const clock = localClock(timeZone)
  const times = Float64Array.from(
    { length: ((before + after) * DAY) / stepMs },
    (_, k) => at - before * DAY + k * stepMs,
  )
  const values = times.map((time) => {
    const angle = (2 * Math.PI * clock(time)) / DAY
    return 100 - 20 * Math.cos(angle) + 8 * Math.sin(3 * angle) + 2 * normal(random)
  })
  return { times, values }
}
