import { createStreamDetector } from '../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atMost, forComparison } from './figure.ts'

const STEP_MS = 300_000
const DAY = 288
const DAYS = 30
/** Rows that are not counted, as in NAB: a detector has to see something first. */
const PROBATION = 600
const SERIES = 10
const ALARM = 0.5

type Kind = { what: string; goal?: number; open(random: Random): (row: number) => number }

const wave = (row: number): number => Math.sin((2 * Math.PI * row) / DAY)
const noisy = (random: Random, curve: (row: number) => number) => (row: number) => curve(row) + 2 * normal(random)

/** Series in which nothing happens. Those without a goal leave their range again and again, which is what an alarm is for. */
const kinds: readonly Kind[] = [
  { what: 'a daily wave', goal: 0.01, open: (random) => noisy(random, (row) => 20 * wave(row)) },
  { what: 'a wave, low at weekends', goal: 0.01, open: (random) => noisy(random, weekly) },
  { what: 'noise', goal: 0.01, open: (random) => () => normal(random) },
  { what: 'noise with autocorrelation 0.8', goal: 0.01, open: (random) => following(random, 0.8) },
  { what: 'jobs each hour', goal: 0.01, open: (random) => (row) => (row % 12 === 0 ? 60 : 10) + normal(random) },
  { what: 'a counter', goal: 0.01, open: (random) => following(random, 1, 5) },
  { what: 'a constant', goal: 0.01, open: () => () => 7 },
  { what: 'a random walk', open: (random) => following(random, 1) },
  { what: 'a slow trend', open: (random) => noisy(random, (row) => row / 50) },
  { what: 'heavy tails (log-normal)', open: (random) => () => Math.exp(1.2 * normal(random)) },
]

/** Alarms of the stream detector, as shipped, in simulated series of 30 days in which nothing happens. */
export function run(): Measurement[] {
  return kinds.map(({ what, goal, open }, k) => {
    const rate = alarmsADay((seed) => open(createRandom(1000 * k + seed)))
    const said = `alarms in ${what}`
    return goal === undefined ? forComparison(said, rate, '/ series-day') : atMost(said, goal, rate, '/ series-day')
  })
}

function alarmsADay(open: (seed: number) => (row: number) => number): number {
  let alarms = 0
  for (let seed = 1; seed <= SERIES; seed++) {
    const detector = createStreamDetector()
    const value = open(seed)
    for (let row = 0; row < DAYS * DAY; row++) {
      const { score } = detector.push(Date.UTC(2026, 0, 5) + row * STEP_MS, value(row))
      if (row >= PROBATION && score >= ALARM) alarms++
    }
  }
  return alarms / (SERIES * (DAYS - PROBATION / DAY))
}

function weekly(row: number): number {
  return 20 * wave(row) * (Math.floor(row / DAY) % 7 < 5 ? 1 : 0.3)
}

function following(random: Random, share: number, drift = 0): () => number {
  let x = 0
  return () => {
    x = share * x + drift + normal(random)
    return x
  }
}
