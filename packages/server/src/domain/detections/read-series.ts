import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableFacts, hasScores, type ReadFacts } from './detection-row.ts'
import { bucketsWithin } from './point-budget.ts'
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

/**
 * Values of an interval of a detection: every sample if there are few, else the range of each bucket with its worst point.
 * Buckets become longer than requested if all series together would exceed the points of one answer.
 */
export async function getDetectionSeries(
  ctx: Context,
  caller: Caller,
  id: string,
  request: SeriesRequest,
): Promise<Reduced> {
  return readSeries(ctx, await findReadableFacts(ctx, caller, id), request)
}

export async function readSeries(ctx: Context, row: ReadFacts, request: SeriesRequest): Promise<Reduced> {
  const { fromTime, toTime } = row
  const from = request.from ?? fromTime
  const to = request.to ?? toTime
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const seriesNumbers = numbersOf(row, request.seriesIds)
  const buckets = Math.min(request.buckets, bucketsWithin(seriesNumbers.length, hasScores(row)))
  const window: SeriesWindow = { row, seriesNumbers, from, to, buckets }
  const expected = row.intervalMs === null ? row.rows : (to - from) / row.intervalMs + 1
  const samples = expected <= buckets ? await readSamples(ctx, window) : undefined
  return samples ?? readBuckets(ctx, window)
}

function numbersOf(row: ReadFacts, seriesIds: readonly string[] | undefined): number[] {
  if (!seriesIds) return row.series.slice(0, maxSeries).map((_, seriesNumber) => seriesNumber)
  const numberOf = new Map(row.series.map((series, seriesNumber) => [series.id, seriesNumber]))
  return [...new Set(seriesIds)].map((seriesId) => {
    const seriesNumber = numberOf.get(seriesId)
    if (seriesNumber === undefined) throw invalidField('seriesIds', `'${seriesId}' is not a series of this detection`)
    return seriesNumber
  })
}
