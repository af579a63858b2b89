import type { Model, Preview } from '@omen/sdk'

/** Whether a file has every series that the model needs; false also where their lists are too long to tell. */
export const isKnownToFit = (
  { series, live }: Pick<Model, 'series' | 'live'>,
  preview: Pick<Preview, 'columns'> | undefined,
): boolean => {
  if (series === undefined || preview === undefined || series.length < (live?.seriesCount ?? 0)) return false
  const found = new Set(preview.columns.map(({ seriesId }) => seriesId))
  return series.every(({ seriesId }) => found.has(seriesId))
}
