import type { LiveResult } from '../../ports/live-scorer.ts'
import type { Round } from './keep-round.ts'

/** Series that are read as rates, by the numbers of the source's series instead of the detector's places. */
export function numberedRates({ rates }: LiveResult, numbers: readonly number[]): Round['rates'] {
  return rates && { numbers: rates.places.map((place) => numbers[place]!), since: rates.since }
}

/** Scores by the numbers of the source's series instead of the detector's places. */
export function numberedScores({ scores }: LiveResult, numbers: readonly number[]): LiveResult['scores'] {
  const numbered = { ...scores, series: scores.series.map((place) => numbers[place] ?? place) }
  if (!numbers.includes(-1)) return numbered
  // Series beyond the limit of the project have no place to be stored at
  const isKept = (_: number, row: number): boolean => numbers[scores.series[row]!] !== -1
  return {
    series: numbered.series.filter(isKept),
    times: numbered.times.filter(isKept),
    degree: numbered.degree.filter(isKept),
    low: numbered.low.filter(isKept),
    high: numbered.high.filter(isKept),
  }
}
