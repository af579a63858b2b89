import { sortPresent } from '../../stats/quantile.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'

/** Turns an anomaly score into a tail probability by the ones before it. */
export type RecentTail = {
  /** Probability of an anomaly score as large; undefined during the warm-up. Learns from it afterwards. */
  push(anomalyScore: number): number | undefined
  state(): RecentTailState
}

/** What a tail goes on from, as plain data. */
export type RecentTailState = { values: Float64Array; taken: number; tail?: Tail | undefined }

/** How many scores are kept, how many come before the first that is evaluated, and how much larger than others one has to be at least. */
export type RecentTailOptions = { readonly size: number; readonly warmUp: number; readonly margin: number }

/** Keeps the last `size` values and fits their tail again after every eighth of that, first after `warmUp` values. */
export function createRecentTail({ size, warmUp, margin }: RecentTailOptions, saved?: RecentTailState): RecentTail {
  const values = saved?.values.slice() ?? new Float64Array(size)
  let taken = saved?.taken ?? 0
  let tail = saved?.tail
  return {
    push(anomalyScore) {
      const probability = tail && tailProbability(tail, anomalyScore - margin)
      values[taken % size] = anomalyScore
      taken++
      const isDue = taken >= warmUp && (tail === undefined || taken % Math.ceil(size / 8) === 0)
      if (isDue) tail = fitTail(sortPresent(values.subarray(0, Math.min(taken, size))))
      return probability
    },
    state: () => ({ values: values.slice(), taken, tail }),
  }
}
