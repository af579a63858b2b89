import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { exponential, following, student } from '../../detection/noise.ts'

/** Kinds of series in which nothing happens, other ones than those of the tables: the value of each row, in their order. */
export const choosingQuiet: readonly { readonly what: string; open(random: Random): (row: number) => number }[] = [
  { what: 'Gaussian, autocorrelation 0.7', open: (random) => following(random, 0.7) },
  { what: 'Gaussian, autocorrelation 0.95', open: (random) => following(random, 0.95) },
  { what: "Student's distribution, 4 degrees", open: (random) => () => student(random, 4) },
  { what: "Weibull's distribution, shape 0.7", open: (random) => () => exponential(random) ** (1 / 0.7) },
  { what: 'counts, 1 a row', open: (random) => () => counts(random, 1) },
  { what: 'mostly zero', open: (random) => () => (random() < 0.97 ? 0 : 1 + counts(random, 2)) },
  { what: 'a queue', open: queue },
  { what: 'a gauge that is filled and used up', open: sawtooth },
  { what: 'a quiet and a busy state', open: twoStates },
  { what: 'a job each two hours', open: (random) => (row) => 30 + (row % 24 < 4 ? 20 : 0) + normal(random) },
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
