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

/** The median of the last `length` values goes on. */
export function lastMedian(name: CandidateName, length: number): Candidate {
  return atEach(name, ({ filled }, origin) => {
    const level = median(filled.subarray(Math.max(0, origin - length), origin))
    return () => level
  })
}

/** The last period comes again. */
export function seasonalNaive(name: CandidateName, period: number): Candidate {
  return atEach(
    name,
    ({ filled }, origin) =>
      (step) =>
        filled[origin - period + (step % period)]!,
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
