import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import type { KnownSeries } from '../../detection/stream-world/injected-faults.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** A kind of series that constants are chosen on: other curves, noise and steps than those of the tables that judge them. */
export type ChoosingWorld = {
  readonly what: string
  readonly stepMs: number
  /** Days that are learned before a fault, and as many in which nothing happens. */
  readonly days: number
  /** The first-order autocorrelation of its noise. */
  readonly follows: number
  /** The usual value at a part of a day, on a day of the week. */
  usual(ofDay: number, day: number): number
  /** A step of the noise, with a deviation of about 1. */
  step(random: Random): number
}

export const choosingWorlds: readonly ChoosingWorld[] = [
  {
    what: 'two peaks a day',
    stepMs: 5 * MINUTE,
    days: 21,
    follows: 0.3,
    step: normal,
    usual: (ofDay) => 20 + 8 * Math.sin(2 * Math.PI * ofDay) + 4 * Math.sin(4 * Math.PI * ofDay + 1),
  },
  {
    what: 'nights and days, steps of ten minutes',
    stepMs: 10 * MINUTE,
    days: 21,
    follows: 0.7,
    step: normal,
    usual: (ofDay) => 100 - 15 * Math.cos(2 * Math.PI * ofDay) ** 3,
  },
  {
    what: 'weekdays, outliers',
    stepMs: 5 * MINUTE,
    days: 21,
    follows: 0.4,
    step: studentFive,
    usual: (ofDay, day) => 5 + (day % 7 < 5 ? 12 : 8) * (1 + Math.sin(2 * Math.PI * ofDay - 2)),
  },
  { what: 'no rhythm', stepMs: 5 * MINUTE, days: 21, follows: 0.6, step: normal, usual: () => -3 },
  {
    what: 'days by the minute',
    stepMs: MINUTE,
    days: 9,
    follows: 0.8,
    step: normal,
    usual: (ofDay) => 8 + 5 * Math.sin(2 * Math.PI * ofDay + 2) + 1.5 * Math.sin(6 * Math.PI * ofDay),
  },
  {
    what: 'days by the hour',
    stepMs: 60 * MINUTE,
    days: 50,
    follows: 0.2,
    step: normal,
    usual: (ofDay) => 60 - 9 * Math.cos(2 * Math.PI * ofDay),
  },
]

/** Bursts that a series had before the fault that is looked for: how many rows before it each begins. */
const EARLIER_BURSTS = [400, 1100, 2300]
const BURST_ROWS = 24
const BURST_SIZE = 8

/** The noise of a series that had bursts before. */
export function withEarlierBursts(series: KnownSeries): KnownSeries {
  const isBurst = (row: number): boolean =>
    EARLIER_BURSTS.some((before) => row >= series.from - before && row < series.from - before + BURST_ROWS)
  return { ...series, noise: series.noise.map((value, row) => (isBurst(row) ? value + BURST_SIZE : value)) }
}

/** A series of a world with room for a fault at `from`, and rows after it. */
export function openChoosingSeries(world: ChoosingWorld, seed: number, from: number, rows: number): KnownSeries {
  const random = createRandom(seed)
  const perDay = DAY / world.stepMs
  const curve = (row: number): number => world.usual((row / perDay) % 1, Math.floor(row / perDay))
  const start = from + Math.floor(random() * perDay)
  let x = world.step(random)
  const noise = Float64Array.from({ length: start + rows }, () => {
    x = world.follows * x + Math.sqrt(1 - world.follows ** 2) * world.step(random)
    return x
  })
  return { curve, noise, from: start, side: random() < 0.5 ? -1 : 1 }
}

/** Student's distribution of five degrees, with deviation 1. */
function studentFive(random: Random): number {
  let squares = 0
  for (let k = 0; k < 5; k++) squares += normal(random) ** 2
  return normal(random) * Math.sqrt(3 / squares)
}
