import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { type FoundFault, faultyShop, quietShop } from './live-world/watch-shop.ts'

const SECOND = 1000
const INTERVALS: readonly { name: string; stepMs: number }[] = [
  { name: '10 s', stepMs: 10 * SECOND },
  { name: '15 s', stepMs: 15 * SECOND },
  { name: '30 s', stepMs: 30 * SECOND },
  { name: '1 min', stepMs: 60 * SECOND },
  { name: '5 min', stepMs: 300 * SECOND },
]
/** The constants of live detection were chosen on the first one. */
const SEEDS = [7070, 11, 12]
const DAYS = 17
const FIRST_DAYS = 3
const DAYS_BEFORE_FAULTS = 15
const RUNS = 5
const WATCHED_SECONDS = 1200

/** The sample shop, watched live from its first sample on: incidents while nothing goes wrong, and what becomes of injected faults. */
export function run(): Measurement[] {
  return INTERVALS.flatMap(({ name, stepMs }) => [...quiet(name, stepMs), ...faulty(name, stepMs)])
}

function quiet(name: string, stepMs: number): Measurement[] {
  const shops = SEEDS.map((seed) => quietShop({ stepMs, days: DAYS, seed }))
  const sum = (days: readonly number[]): number => days.reduce((total, count) => total + count, 0)
  const mean = (values: readonly number[]): number => sum(values) / values.length
  const note = `${SEEDS.length} shops: ${shops.map((days) => days.join(' ')).join('; ')}`
  return [
    atMost(
      `${name}: incidents of a quiet shop, days 1 to 3`,
      2,
      mean(shops.map((days) => sum(days.slice(0, FIRST_DAYS)))),
    ),
    atMost(
      `${name}: incidents of a quiet shop, days 4 to 17`,
      1,
      mean(shops.map((days) => sum(days.slice(FIRST_DAYS)))),
      '',
      note,
    ),
  ]
}

function faulty(name: string, stepMs: number): Measurement[] {
  const faults = faultyShop({ stepMs, days: DAYS_BEFORE_FAULTS, seed: SEEDS[0]!, runs: RUNS })
  const right = faults.filter(({ isRight }) => isRight)
  const slowest = (of: (one: FoundFault) => number): number => Math.max(...right.map(of))
  const missed = faults.filter(({ isRight }) => !isRight).map(({ kind }) => kind)
  const figures = [
    atLeast(
      `${name}: faults found, with the right lead`,
      1,
      right.length / faults.length,
      '',
      `missed: ${missed.join(', ') || 'none'}`,
    ),
  ]
  if (stepMs > 10 * SECOND)
    return [
      ...figures,
      forComparison(
        `${name}: reported after, at most`,
        slowest(({ reported }) => reported),
        's',
      ),
    ]
  return [
    ...figures,
    atMost(
      `${name}: reported after, at most`,
      60,
      slowest(({ reported }) => reported),
      's',
    ),
    atMost(
      `${name}: over after their end, at most`,
      120,
      // A fault that is not over by then is watched no longer
      slowest(({ over }) => (Number.isNaN(over) ? WATCHED_SECONDS : over)),
      's',
    ),
  ]
}
