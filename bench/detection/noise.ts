import { normal, type Random } from '../../packages/engine/src/stats/random.ts'

/** Values of the deviation that `draw` has, neighbours correlated by `memory`: a first-order autoregression. */
export function correlatedNoise(memory: number, rows: number, draw: () => number): Float64Array {
  let state = draw()
  return Float64Array.from({ length: rows }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * draw()
    return state
  })
}

/** Each value is a share of the one before it, and a normal step: a random walk for 1. */
export function following(random: Random, share: number): () => number {
  let x = 0
  return () => {
    x = share * x + normal(random)
    return x
  }
}

/** A draw of the exponential distribution with mean 1. */
export function exponential(random: Random): number {
  return -Math.log(1 - random())
}

/** A draw of Student's distribution: heavy tails, with a standard deviation of √3 for three degrees. */
export function student(random: Random, degrees: number): number {
  let squares = 0
  for (let k = 0; k < degrees; k++) squares += normal(random) ** 2
  return normal(random) / Math.sqrt(squares / degrees)
}
