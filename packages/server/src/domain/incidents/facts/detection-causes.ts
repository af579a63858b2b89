import type { CauseRanking } from '@omen/engine'
import type { Detection, IncidentPicture, IncidentSeries } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { findReadableFacts, getDetectionSeries } from '../../detections/index.ts'
import { causeWindow, MAX_SERIES } from './cause-window.ts'

const MAX_DRAWN = 6
const BUCKETS = 240

interface Request {
  readonly span: { readonly start: number; readonly end: number }
  readonly samplingMs: number
  readonly affected: readonly IncidentSeries[]
}

/** The causes of an incident of a detection by the points of its file; null where there is too little before it. */
export async function readDetectionCauses(
  ctx: Context,
  caller: Caller,
  detectionId: string,
  { span, samplingMs, affected, periods }: Request & { readonly periods: Detection['periods'] },
): Promise<CauseRanking | null> {
  const row = await findReadableFacts(ctx, caller, detectionId)
  const isAffected = new Set(affected.map(({ seriesId }) => seriesId))
  const numbered = row.series.map((key, number) => ({ key, number }))
  const chosen = numbered
    .toSorted((a, b) => Number(isAffected.has(b.key.id)) - Number(isAffected.has(a.key.id)) || a.number - b.number)
    .slice(0, MAX_SERIES)
  if (chosen.length === 0) return null
  const { incident, preMs, stepMs, ...read } = causeWindow(span, samplingMs, chosen.length)
  const from = Math.max(row.fromTime, read.from)
  // Steps are counted from the first row: those of daily samples do not begin at midnight
  const first = row.fromTime + Math.floor((from - row.fromTime) / stepMs) * stepMs
  const window = { from: first, to: read.to }
  const numbers = chosen.map(({ number }) => number)
  const { times, columns } = await ctx.points.readGrid(row.pointsId, numbers, window, stepMs)
  const ranking = await ctx.compute.rankCauses({
    times,
    columns: [...columns],
    stepMs,
    series: chosen.map(({ key }) => key),
    incident,
    options: { preMs, periods },
  })
  return ranking.kind === 'ranked' ? ranking : null
}

/** The leading series around an incident of a detection. */
export async function readDetectionPicture(
  ctx: Context,
  caller: Caller,
  detectionId: string,
  { span, samplingMs, affected }: Request,
): Promise<IncidentPicture> {
  const all = affected.toSorted((a, b) => b.share - a.share).slice(0, MAX_DRAWN)
  const pad = Math.max(30 * samplingMs, (span.end - span.start) / 2)
  const request = { from: span.start - pad, to: span.end + pad, buckets: BUCKETS }
  const { from: first, to: last } = request
  if (all.length === 0) return { source: 'none', from: first, to: last, bucketMs: samplingMs, times: [], series: [] }
  const seriesIds = all.map(({ seriesId }) => seriesId)
  const { from, to, bucketMs, times, series } = await getDetectionSeries(ctx, caller, detectionId, {
    ...request,
    seriesIds,
  })
  const empty = () => times.map(() => null)
  return {
    source: 'points',
    from,
    to,
    bucketMs,
    times,
    series: series.map(({ seriesId, min, max, low, high }) => {
      const { metric, instance, unit } = all.find((one) => one.seriesId === seriesId)!
      return { seriesId, metric, instance, unit, min, max, low: low ?? empty(), high: high ?? empty() }
    }),
  }
}
