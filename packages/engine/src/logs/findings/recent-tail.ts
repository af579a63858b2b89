import { sortPresent } from '../../stats/quantile.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'

/** Turns a strangeness into a tail probability by the ones before it. */
export type RecentTail = {
  /** Probability of a strangeness as large; undefined during the warm-up. Learns from it afterwards. */
  push(strangeness: number): number | undefined
}

/** Keeps the last `size` values and fits their tail again after every eighth of that, first after `warmUp` values. */
export function createRecentTail(size: number, warmUp: number): RecentTail {
  const values = new Float64Array(size)
  let taken = 0
  let tail: Tail | undefined
  return {
    push(strangeness) {
      const probability = tail && tailProbability(tail, strangeness)
      values[taken % size] = strangeness
      taken++
      const isDue = taken >= warmUp && (tail === undefined || taken % Math.ceil(size / 8) === 0)
      if (isDue) tail = fitTail(sortPresent(values.subarray(0, Math.min(taken, size))))
      return probability
    },
  }
}
