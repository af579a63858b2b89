import { decodeModel, detect } from '@omen/engine/detect'
import { buildFrame } from '@omen/engine/series'
import type { SameDataTask, SameDataVersions } from '../../ports/comparisons.ts'

const MAX_SERIES = 20

/** What each version of a model finds in the same rows. */
export function compareOnSameData({ times, columns, pvalue, cvalue, versions }: SameDataTask): SameDataVersions {
  const missing = new Float64Array(times.length).fill(Number.NaN)
  return versions.map(({ from, model: stored, places }) => {
    const model = decodeModel(stored.header, stored.weights)
    const own = places.map((place) => columns[place] ?? missing)
    const { periods } = detect(model, buildFrame(model.series, times, own), { pvalue, cvalue })
    const rows = periods.reduce((sum, period) => sum + period.rows, 0)
    return {
      from,
      flaggedShare: Math.min(1, rows / Math.max(1, times.length)),
      periods: periods.map(({ start, end, val, series }) => ({
        start,
        end,
        val,
        seriesIds: series.slice(0, MAX_SERIES).map(({ seriesId }) => seriesId),
      })),
    }
  })
}
