import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { type DetectionFacts, findReadableFacts } from './detection-row.ts'
import { readBuckets } from './read-buckets.ts'
import { readSamples } from './read-samples.ts'
import type { Reduced, SeriesWindow } from './series-window.ts'

export interface SeriesRequest {
  readonly seriesIds?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
}

const maxSeries = 200

/** Values of a stretch of a detection: every sample where there are few, else the range of each bucket with its worst point. */
export async function getDetectionSeries(
  ctx: Context,
  caller: Caller,
  id: string,
  request: SeriesRequest,
): Promise<Reduced> {
  return readSeries(ctx, await findReadableFacts(ctx, caller, id), request)
}

export async function readSeries(ctx: Context, row: DetectionFacts, request: SeriesRequest): Promise<Reduced> {
  const { fromTime, toTime } = row
  const from = request.from ?? fromTime
  const to = request.to ?? toTime
  if (from > to) throw invalidField('from', 'must not be later than to')
  const window: SeriesWindow = { row, places: placesOf(row, request.seriesIds), from, to, buckets: request.buckets }
  const samples = row.intervalMs === null ? row.rows : (to - from) / row.intervalMs + 1
  return samples <= request.buckets ? readSamples(ctx, window) : readBuckets(ctx, window)
}

function placesOf(row: DetectionFacts, seriesIds: readonly string[] | undefined): number[] {
  if (!seriesIds) return row.series.slice(0, maxSeries).map((_, place) => place)
  const placeOf = new Map(row.series.map((series, place) => [series.id, place]))
  return seriesIds.map((seriesId) => {
    const place = placeOf.get(seriesId)
    if (place === undefined) throw invalidField('seriesIds', `'${seriesId}' is not a series of this detection`)
    return place
  })
}
