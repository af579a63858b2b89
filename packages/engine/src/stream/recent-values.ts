import type { Arena } from '../stats/arena.ts'

/** The last 64 values. */
export type RecentValues = {
  readonly count: number
  push(value: number): void
  /** Mean of the last `k` values, or of as many as there are. */
  mean(k: number): number
  /** Their variance, about their mean. */
  variance(k: number): number
}

const CAPACITY = 64

/** An empty store whose state lies in `arena`. */
export function createRecentValues(arena: Arena): RecentValues {
  const state = arena.f64(1)
  const values = arena.f64(CAPACITY)
  const at = (back: number): number => values[(state[0]! - 1 - back) % CAPACITY]!
  const mean = (k: number): number => {
    const count = Math.min(k, state[0]!)
    let sum = 0
    for (let back = 0; back < count; back++) sum += at(back)
    return sum / count
  }
  return {
    get count() {
      return state[0]!
    },
    push(value) {
      values[state[0]! % CAPACITY] = value
      state[0]! += 1
    },
    mean,
    variance(k) {
      const count = Math.min(k, state[0]!)
      const center = mean(k)
      let sum = 0
      for (let back = 0; back < count; back++) sum += (at(back) - center) ** 2
      return sum / count
    },
  }
}
