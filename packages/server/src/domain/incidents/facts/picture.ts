import type { IncidentPicture } from '../../../schema/wire-types.ts'
import { readValues } from '../../alerts/index.ts'
import type { Context } from '../../context.ts'
import { layOutBuckets } from '../../lay-out-buckets.ts'
import { roundFigure } from '../../round-figure.ts'
import type { AffectedSeries } from './affected-series.ts'

const mostSeries = 6
const buckets = 240
/** So much of its length is shown at both sides, and at least so many rows. */
const padShare = 0.5
const leastPadRows = 30

interface PictureRequest {
  readonly sourceId: string
  readonly samplingMs: number
  readonly start: number
  readonly end: number
}

/** The leading series around an incident, with what was expected of them. */
export async function readPicture(
  ctx: Context,
  { sourceId, samplingMs, start, end }: PictureRequest,
  affected: readonly AffectedSeries[],
): Promise<IncidentPicture> {
  const all = affected.slice(0, mostSeries)
  const pad = Math.max(leastPadRows * samplingMs, (end - start) * padShare)
  const from = Math.floor((start - pad) / samplingMs) * samplingMs
  const until = Math.ceil(Math.min(end + pad, Math.max(end, ctx.clock.now())))
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to: until, buckets, unitMs: samplingMs })
  const { length } = times
  const to = from + length * bucketMs
  const empty = () => new Array<number | null>(length).fill(null)
  const lines = all.map(({ seriesId, metric, instance, unit }) => {
    return { seriesId, metric, instance, unit, min: empty(), max: empty(), low: empty(), high: empty() }
  })
  const lineOf = new Map(all.map(({ number }, index) => [number, lines[index]!]))
  const numbers = all.map(({ number }) => number)
  const reduction = { from, to: until + 1, bucketMs, lastBucket, series: numbers }
  const sent = all.filter(({ isRate }) => !isRate).map(({ number }) => number)
  const rates = all.filter(({ isRate }) => isRate)
  const [points, scores, rated] = await Promise.all([
    sent.length === 0 ? undefined : ctx.points.reduceLive(sourceId, { ...reduction, series: sent }),
    numbers.length === 0 ? undefined : ctx.points.reduceLiveScores(sourceId, reduction),
    rates.length === 0 ? undefined : readValues(ctx, sourceId, rates, { from, to: to - bucketMs, stepMs: bucketMs }),
  ])
  points?.series.forEach((number, index) => {
    const line = lineOf.get(number)!
    line.min[points.bucket[index]!] = points.min[index]!
    line.max[points.bucket[index]!] = points.max[index]!
  })
  scores?.series.forEach((number, index) => {
    const line = lineOf.get(number)!
    line.low[scores.bucket[index]!] = finite(scores.low[index]!)
    line.high[scores.bucket[index]!] = finite(scores.high[index]!)
  })
  rates.forEach(({ number }, index) => {
    const line = lineOf.get(number)!
    rated!.columns[index]!.forEach((value, row) => {
      const bucket = Math.floor((rated!.times[row]! - from) / bucketMs)
      if (bucket >= 0 && bucket < length) line.min[bucket] = line.max[bucket] = finite(value)
    })
  })
  const hasValues = lines.some(({ min }) => min.some((value) => value !== null))
  return { source: hasValues ? 'points' : 'none', from, to, bucketMs, times, series: lines }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? roundFigure(value) : null
}
