import { sortPresent } from '../../stats/quantile.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'

/** Turns an anomaly score into a tail probability by the ones before it. */
export type RecentTail = {
  /** Probability of an anomaly score as large; undefined during the warm-up. Learns from it afterwards. */
  push(anomalyScore: number): number | undefined
}

/** Keeps the last `size` values and fits their tail again after every eighth of that, first after `warmUp` values. */
export function createRecentTail(size: number, warmUp: number): RecentTail {
  const values = new Float64Array(size)
  let taken = 0
  let tail: Tail | undefined
  return {
    push(anomalyScore) {
      const probability = tail && tailProbability(tail, anomalyScore)
      values[taken % size] = anomalyScore
      taken++
      const isDue = taken >= warmUp && (tail === undefined || taken % Math.ceil(size / 8) === 0)
      if (isDue) tail = fitTail(sortPresent(values.subarray(0, Math.min(taken, size))))
      return probability
    },
  }
}
