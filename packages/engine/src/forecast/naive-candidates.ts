import { medianInPlace } from '../stats/median-in-place.ts'
import { median } from '../stats/quantile.ts'
import { atEach, type Candidate, type CandidateName } from './candidate.ts'

/** The last value goes on. */
export const lastValue: Candidate = atEach(
  'last',
  ({ filled }, origin) =>
    () =>
      filled[origin - 1]!,
)

/** The median of the last `length` values goes on, or of those since the level jumped. */
export function lastMedian(name: CandidateName, length: number): Candidate {
  return atEach(name, ({ filled }, origin) => {
    const level = median(sinceJump(filled.subarray(Math.max(0, origin - length), origin)))
    return () => level
  })
}

/** Values that are looked at for a jump, the part of them that must lie after it, and the part before it that may be spikes. */
const LOOKS = 288
/** Fitted on simulated series. */
const RECENT = 1 / 18
const SPIKES = 0.02

/** The end of the values that lies wholly above or below what was usual until then, an 18th to two thirds of them; else all. */
function sinceJump(values: Float64Array): Float64Array {
  const stride = Math.ceil(values.length / LOOKS)
  const thin = Float64Array.from({ length: Math.floor(values.length / stride) }, (_, k) => values[k * stride]!)
  const count = thin.length
  const min = thin.slice()
  const max = thin.slice()
  for (let k = count - 2; k >= 0; k--) {
    min[k] = Math.min(min[k]!, min[k + 1]!)
    max[k] = Math.max(max[k]!, max[k + 1]!)
  }
  const spikes = 2 + Math.floor(SPIKES * count)
  const highest = new Float64Array(spikes).fill(Number.NEGATIVE_INFINITY)
  const lowest = new Float64Array(spikes).fill(Number.POSITIVE_INFINITY)
  const latest = count - Math.max(4, Math.round(count * RECENT))
  for (let k = 0; k <= latest; k++) {
    if (3 * k > count && (min[k]! > highest[0]! || max[k]! < lowest[0]!)) return values.subarray(k * stride)
    if (thin[k]! > highest[0]!) highest.fill(thin[k]!, 0, 1).sort()
    if (thin[k]! < lowest[0]!) lowest.fill(thin[k]!, 0, 1).sort().reverse()
  }
  return values
}

/** The last period comes again, without its incidents. */
export function seasonalNaive(name: CandidateName, period: number): Candidate {
  return atEach(
    name,
    ({ cleaned }, origin) =>
      (step) =>
        cleaned[origin - period + (step % period)]!,
  )
}

/** The median of the same phase in the last `cycles` periods. */
export function seasonalMedian(name: CandidateName, period: number, cycles: number): Candidate {
  return atEach(name, ({ filled }, origin) => {
    const count = Math.min(cycles, Math.floor(origin / period))
    const same = new Float64Array(count)
    return (step) => {
      for (let c = 0; c < count; c++) same[c] = filled[origin - (c + 1) * period + (step % period)]!
      return medianInPlace(same, count)
    }
  })
}
