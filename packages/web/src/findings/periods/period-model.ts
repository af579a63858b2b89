import type { Period, SeriesStatistics } from '@omen/sdk'
import type { Analysis } from '../analysis.ts'

/** The previous or next period in time; null at either end. */
export const neighbour = (periods: readonly Period[], id: string, step: 1 | -1): Period | null => {
  const ordered = [...periods].sort((a, b) => a.start - b.start)
  const index = ordered.findIndex((period) => period.id === id)
  return index < 0 ? null : (ordered[index + step] ?? null)
}

/** Duration of a period, including its last sample. */
export const periodDuration = (
  { start, end }: { start: number; end: number },
  intervalMs: number | null | undefined,
): number => end - start + (intervalMs ?? 0)

export interface Contribution {
  seriesId: string
  label: string
  share: number
  side: number
  peak: number | null
  expected: number | null
  unit: string
}

/** Series of a period, the largest share first, with their names and units. */
export const contributions = (period: Period, { series }: Pick<Analysis, 'series'>): Contribution[] => {
  const bySeriesId = new Map<string, SeriesStatistics>(series.map((one) => [one.seriesId, one]))
  return [...period.series]
    .sort((a, b) => b.share - a.share)
    .map(({ seriesId, share, side, peak, usual: expected }) => {
      const one = bySeriesId.get(seriesId)
      const label = one === undefined ? seriesId : one.instance === '' ? one.metric : `${one.metric} · ${one.instance}`
      return { seriesId, label, share, side, peak: peak ?? null, expected: expected ?? null, unit: one?.unit ?? '' }
    })
}
