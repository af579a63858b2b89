import { localClock } from '../../../packages/engine/src/series/local-clock.ts'
import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { exponential, following, student } from '../noise.ts'
import { businessHours } from './business-hours.ts'
import { DAY_ROWS, dailyCurve, START, STEP_MS } from './rhythm.ts'

/** A time zone that the detector is given, and when the first row is there. */
type LocalStart = { timeZone: string; start: number }

/** A kind of series in which nothing happens: the value of each row, in their order, of one series; by UTC without a local start. */
export type QuietKind = { what: string; localStart?: LocalStart; open(random: Random): (row: number) => number }

/** Clocks are changed after 20 days: forward, and back. */
const SPRING: LocalStart = { timeZone: 'Europe/Berlin', start: Date.UTC(2026, 2, 9) }
const AUTUMN: LocalStart = { timeZone: 'Europe/Berlin', start: Date.UTC(2026, 9, 5) }

/** The daily curve with noise, rows of five minutes. */
const noisy = (random: Random, curve: (row: number) => number) => (row: number) => curve(row) + normal(random)

/** Families of series that are common in operation, none with an incident. */
export const quietKinds: readonly QuietKind[] = [
  { what: 'a daily wave', open: (random) => noisy(random, dailyCurve) },
  { what: 'a daily wave that is lower at weekends', open: (random) => noisy(random, weeklyCurve) },
  { what: 'business hours', open: (random) => businessHours(random, () => true) },
  { what: 'business hours on weekdays', open: (random) => businessHours(random, isWeekday) },
  { what: 'noise', open: (random) => () => normal(random) },
  { what: 'noise, autocorrelation 0.8', open: (random) => following(random, 0.8) },
  { what: 'noise, autocorrelation 0.9', open: (random) => following(random, 0.9) },
  { what: 'noise, autocorrelation 0.99', open: (random) => following(random, 0.99) },
  { what: 'a random walk', open: (random) => following(random, 1) },
  { what: 'a slow trend', open: (random) => noisy(random, (row) => row / 100) },
  { what: 'a constant', open: () => () => 7 },
  { what: "Student's distribution, 3 degrees", open: (random) => () => student(random, 3) },
  { what: 'log-normal values', open: (random) => () => Math.exp(normal(random)) },
  { what: 'exponential values', open: (random) => () => exponential(random) },
  { what: 'values that are 0 nine times of ten', open: (random) => () => (random() < 0.9 ? 0 : exponential(random)) },
  { what: 'volatility that clusters (GARCH)', open: garch },
  { what: 'counts, 0.3 a row', open: (random) => () => poisson(random, 0.3) },
  { what: 'counts, 3 a row', open: (random) => () => poisson(random, 3) },
  { what: 'rare events', open: (random) => () => normal(random) + (random() < 1 / 500 ? 10 : 0) },
  { what: 'a counter', open: (random) => counter(random, 0) },
  { what: 'a counter with resets', open: (random) => counter(random, 1 / 1000) },
  { what: 'batches', open: (random) => batches(random, 0) },
  { what: 'batches that begin up to half an hour early or late', open: (random) => batches(random, 6) },
  {
    what: 'a change of the clock',
    open: (random) => noisy(random, (row) => dailyCurve(row + (row < 20 * DAY_ROWS ? 0 : 12))),
  },
  {
    what: 'a change of the clock, time zone given',
    localStart: SPRING,
    open: (random) => noisy(random, localCurve(SPRING)),
  },
  {
    what: 'a change of the clock back, time zone given',
    localStart: AUTUMN,
    open: (random) => noisy(random, localCurve(AUTUMN)),
  },
]

/** The daily curve by the clocks of its time zone. */
function localCurve({ timeZone, start }: LocalStart): (row: number) => number {
  const clock = localClock(timeZone)
  return (row) => dailyCurve((clock(start + row * STEP_MS) - START) / STEP_MS)
}

function isWeekday(day: number): boolean {
  return day % 7 < 5
}

function weeklyCurve(row: number): number {
  return dailyCurve(row) * (isWeekday(Math.floor(row / DAY_ROWS)) ? 1 : 0.3)
}

/** Volatility as GARCH(1,1) has it (Bollerslev 1986). */
function garch(random: Random): () => number {
  let x = 0
  let variance = 1
  return () => {
    variance = 0.05 + 0.1 * x * x + 0.85 * variance
    x = Math.sqrt(variance) * normal(random)
    return x
  }
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

function counter(random: Random, reset: number): () => number {
  let sum = 0
  return () => {
    sum = random() < reset ? 0 : sum + Math.max(0, 5 + normal(random))
    return sum
  }
}

/** A job of a quarter of an hour each hour, and one of an hour each night, up to so many rows before or after its time. */
function batches(random: Random, jitter: number): (row: number) => number {
  let late = 0
  return (row) => {
    const ofDay = row % DAY_ROWS
    if (ofDay === 0) late = Math.round((2 * random() - 1) * jitter)
    const isNightly = ofDay >= 24 + late && ofDay < 36 + late
    return 10 + (row % 12 < 3 ? 10 : 0) + (isNightly ? 30 : 0) + normal(random)
  }
}
