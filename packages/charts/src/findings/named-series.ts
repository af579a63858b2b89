import { severityRank } from '../highlight/severity-rank.ts'
import type { FindingPeriod, FindingSeries } from './finding-types.ts'

/** Where a finding does not say which series moved, those below this fraction of the largest share are not named. */
const NOTABLE_SHARE = 0.05

/** The series that a period names, the largest share first: those that moved, as its sentence counts them. */
export function namedSeries<Series extends Pick<FindingSeries, 'share' | 'firstAt'>>({
  series,
}: {
  series: readonly Series[]
}): Series[] {
  const max = series.reduce((largest, { share }) => Math.max(largest, share), 0)
  return series
    .filter(({ share, firstAt }) => (firstAt === undefined ? share >= max * NOTABLE_SHARE : firstAt !== null))
    .sort((a, b) => b.share - a.share)
}

/** Weight of each series that periods name: the sum of severity times share. */
export function namedWeights(periods: readonly Pick<FindingPeriod, 'val' | 'series'>[]): Map<string, number> {
  const weights = new Map<string, number>()
  for (const period of periods) {
    for (const { seriesId, share } of namedSeries(period))
      weights.set(seriesId, (weights.get(seriesId) ?? 0) + share * severityRank(period.val))
  }
  return weights
}
