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
const PLACES = CAPACITY - 1

/** An empty store whose state lies in `arena`. */
export function createRecentValues(arena: Arena): RecentValues {
  const state = arena.f64(1)
  const values = arena.f64(CAPACITY)
  const mean = (k: number): number => {
    const end = state[0]!
    const count = Math.min(k, end)
    let sum = 0
    for (let back = 1; back <= count; back++) sum += values[(end - back) & PLACES]!
    return sum / count
  }
  return {
    get count() {
      return state[0]!
    },
    push(value) {
      values[state[0]! & PLACES] = value
      state[0]! += 1
    },
    mean,
    variance(k) {
      const end = state[0]!
      const count = Math.min(k, end)
      const center = mean(k)
      let sum = 0
      for (let back = 1; back <= count; back++) {
        const off = values[(end - back) & PLACES]! - center
        sum += off * off
      }
      return sum / count
    },
  }
}
