import type { Highlight } from '../model/chart-types.ts'
import type { FindingPeriod } from './finding-types.ts'
import { namedSeries } from './named-series.ts'

/** A period as a highlight in the chart of one metric, with the direction of that metric. `ids` are those of its series. */
export function toHighlight(period: FindingPeriod, ids: ReadonlySet<string>): Highlight {
  const own = namedSeries(period).find(({ seriesId }) => ids.has(seriesId))
  const isTurned = own !== undefined && own.side !== 0 && period.kind !== 'down'
  return {
    id: period.id,
    start: period.start,
    end: period.end,
    val: isTurned ? Math.abs(period.val) * own.side : period.val,
    sentence: period.sentence,
    ...(period.isMissingValue && { isMissingValue: true }),
    ...(period.color !== undefined && { color: period.color }),
  }
}
