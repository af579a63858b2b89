import { and, eq, inArray } from 'drizzle-orm'
import { type KeptRanges, type KeptTimes, publishedRanges } from '../../schema/index.ts'
import type { SeriesData } from '../../schema/wire-types.ts'
import type { Principal } from '../access.ts'
import type { Context } from '../context.ts'
import { type ReadFacts, readSeries } from '../detections/index.ts'
import { invalidField } from '../invalid-field.ts'
import { readLiveCopy } from '../live/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import { findPublished, type PublishedRow } from './published-row.ts'
import { reduceRanges } from './reduce-ranges.ts'

export interface SeriesRequest {
  readonly seriesIds?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
}

type Read = Omit<SeriesData, 'success'>

const MAX_SERIES = 200

/** Values of a published detection, as those of a detection are read. */
export async function getPublishedSeries(
  ctx: Context,
  principal: Principal,
  id: string,
  request: SeriesRequest,
): Promise<Read> {
  return readCopy(ctx, await findPublished(ctx, principal, id), request)
}

export async function readCopy(ctx: Context, row: PublishedRow, request: SeriesRequest): Promise<Read> {
  const series = await readSeriesKeys(ctx, row.sourceId, row.seriesCount)
  const from = request.from ?? row.fromTime
  const to = request.to ?? row.toTime
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const known = new Set(series.map((one) => one.id))
  const unknown = request.seriesIds?.find((one) => !known.has(one))
  if (unknown !== undefined) throw invalidField('seriesIds', `'${unknown}' is not a series of this detection`)
  const seriesIds = request.seriesIds ?? series.slice(0, MAX_SERIES).map((one) => one.id)
  const window = { seriesIds, from, to, buckets: request.buckets }
  if (!row.withRawData) return readKept(ctx, row, series, window)
  if (row.origin === 'file') return readSeries(ctx, toFacts(row, series), window)
  const { sourceId, intervalMs, fromTime, toTime } = row
  return readLiveCopy(ctx, { sourceId, stepMs: intervalMs ?? 1, fromTime, toTime }, window)
}

/** Of a file with its raw data, whose points are named. */
function toFacts(row: PublishedRow, series: ReadFacts['series']): ReadFacts {
  const { pointsId, scoresId, scoreSeries, pvalue, rows, intervalMs, fromTime, toTime } = row
  const modelType = row.modelType as ReadFacts['modelType']
  return { pointsId: pointsId!, scoresId, scoreSeries, modelType, pvalue, rows, intervalMs, fromTime, toTime, series }
}

async function readKept(
  { db }: Context,
  { sourceId }: PublishedRow,
  series: ReadFacts['series'],
  window: Required<SeriesRequest> & {
    readonly seriesIds: readonly string[]
    readonly from: number
    readonly to: number
  },
): Promise<Read> {
  const numberOf = new Map(series.map((one, number) => [one.id, number]))
  const numbers = window.seriesIds.map((seriesId) => numberOf.get(seriesId)!)
  const isMeant = and(eq(publishedRanges.sourceId, sourceId), inArray(publishedRanges.number, [-1, ...numbers]))
  const rows = await db.select().from(publishedRanges).where(isMeant)
  const kept = new Map(rows.map(({ number, ranges }) => [number, ranges]))
  const times = kept.get(-1) as KeptTimes
  const lines = numbers.flatMap((number, index) => {
    const ranges = kept.get(number) as KeptRanges | undefined
    return ranges === undefined ? [] : [{ seriesId: window.seriesIds[index]!, ...ranges }]
  })
  return reduceRanges({ ...times, series: lines }, window)
}
