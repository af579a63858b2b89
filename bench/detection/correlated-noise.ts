import { normal, type Random } from '../../packages/engine/src/stats/random.ts'

/** Values of the deviation that `draw` has, neighbours correlated by `memory`: a first-order autoregression. */
export function correlatedNoise(memory: number, rows: number, draw: () => number): Float64Array {
  let state = draw()
  return Float64Array.from({ length: rows }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * draw()
    return state
  })
}

/** A draw of Student's distribution with three degrees: heavy tails, with a standard deviation of √3. */
export function studentThree(random: Random): number {
  const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2
  return normal(random) / Math.sqrt(squares / 3)
}
