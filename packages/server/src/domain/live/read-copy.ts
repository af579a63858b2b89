import type { SeriesData } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { readProjectSeries } from '../projects/index.ts'
import { addScores } from './analysis.ts'

/** Live points that were copied to a source of their own. */
export interface LiveCopy {
  readonly sourceId: string
  readonly stepMs: number
  readonly fromTime: number
  readonly toTime: number
}

export interface CopyRequest {
  readonly seriesIds?: readonly string[] | undefined
  readonly from: number
  readonly to: number
  readonly buckets: number
}

/** So much before the time that is shown: an increase per second is read from the sample before. */
export function marginOfCopy(stepMs: number): number {
  return Math.max(300_000, 60 * stepMs)
}

/** Values and scores of a copy, read as those of the project were. */
export async function readLiveCopy(
  ctx: Context,
  { sourceId, stepMs, fromTime, toTime }: LiveCopy,
  { seriesIds, from, to, buckets }: CopyRequest,
): Promise<Omit<SeriesData, 'success'>> {
  const first = Math.floor(from / stepMs) * stepMs
  const window = { from: first, to: Math.max(first, to), buckets, unitMs: stepMs }
  const rates = { stepMs, until: Math.floor(Math.min(to, toTime) / stepMs) * stepMs + stepMs, firstTime: fromTime }
  const { data, reduction, readSince } = await readProjectSeries(ctx, sourceId, { seriesIds }, window, { rates })
  const { degree, series } = await addScores(ctx, sourceId, { ...data, readSince }, reduction)
  return {
    from: data.from,
    to: data.to,
    bucketMs: data.bucketMs,
    times: data.times,
    degree,
    series: series.map(({ seriesId, min, max, count, low, high, score, flagged }) => ({
      seriesId,
      min,
      max,
      count,
      low,
      high,
      score,
      flagged,
    })),
  }
}
