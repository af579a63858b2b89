import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { exponential, following, student } from '../../detection/noise.ts'

const MINUTE = 60_000
const FIVE_MINUTES = 5 * MINUTE
const HOUR = 60 * MINUTE

/** A kind of series in which nothing happens. */
export type QuietKind = {
  readonly what: string
  readonly stepMs: number
  /** The value of each row, in their order. */
  open(random: Random): (row: number) => number
}

/** Other kinds than those of the tables. */
export const choosingQuiet: readonly QuietKind[] = [
  { what: 'Gaussian, autocorrelation 0.7', stepMs: FIVE_MINUTES, open: (random) => following(random, 0.7) },
  { what: 'Gaussian, autocorrelation 0.95', stepMs: FIVE_MINUTES, open: (random) => following(random, 0.95) },
  { what: "Student's distribution, 4 degrees", stepMs: FIVE_MINUTES, open: (random) => () => student(random, 4) },
  {
    what: "Weibull's distribution, shape 0.7",
    stepMs: FIVE_MINUTES,
    open: (random) => () => exponential(random) ** (1 / 0.7),
  },
  { what: 'counts, 1 a row', stepMs: FIVE_MINUTES, open: (random) => () => counts(random, 1) },
  { what: 'mostly zero', stepMs: FIVE_MINUTES, open: (random) => () => (random() < 0.97 ? 0 : 1 + counts(random, 2)) },
  { what: 'a queue', stepMs: FIVE_MINUTES, open: queue },
  { what: 'a gauge that is filled and used up', stepMs: FIVE_MINUTES, open: sawtooth },
  { what: 'a quiet and a busy state', stepMs: FIVE_MINUTES, open: twoStates },
  {
    what: 'a job each two hours',
    stepMs: FIVE_MINUTES,
    open: (random) => (row) => 30 + (row % 24 < 4 ? 20 : 0) + normal(random),
  },
  { what: 'Gaussian, autocorrelation 0.9, by the minute', stepMs: MINUTE, open: (random) => following(random, 0.9) },
  { what: 'counts, 4 a minute', stepMs: MINUTE, open: (random) => () => counts(random, 4) },
  { what: "Student's distribution, 5 degrees, by the hour", stepMs: HOUR, open: (random) => () => student(random, 5) },
  { what: 'days by the hour', stepMs: HOUR, open: hoursOfDays },
]

function counts(random: Random, mean: number): number {
  let count = -1
  for (let left = mean; left > 0; count++) left -= exponential(random)
  return Math.max(0, count)
}

/** The length of a queue that is used to 0.7. */
function queue(random: Random): () => number {
  let waiting = 0
  return () => {
    waiting = Math.max(0, waiting + 1.4 * exponential(random) - 2 * exponential(random))
    return waiting
  }
}

function sawtooth(random: Random): () => number {
  let left = 100
  return () => {
    left = left < 10 ? 100 + normal(random) : left - 0.5 * exponential(random)
    return left
  }
}

/** Each lasts for some hours. */
function twoStates(random: Random): () => number {
  let busy = false
  return () => {
    if (random() < 1 / 60) busy = !busy
    return (busy ? 20 : 10) + normal(random)
  }
}

function hoursOfDays(random: Random): (row: number) => number {
  const noise = following(random, 0.5)
  return (row) => 40 + 12 * Math.sin((2 * Math.PI * row) / 24) + noise()
}
