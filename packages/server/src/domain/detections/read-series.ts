import type { ReducedScores, Reduction } from '../../ports/point-store.ts'
import type { Caller, Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { invalidField } from '../invalid-field.ts'
import { layOutBuckets } from '../lay-out-buckets.ts'
import { findReadableFacts, hasScores, type ReadFacts, type ScoredFacts } from './detection-row.ts'
import { readSamples } from './read-samples.ts'
import type { Reduced, SeriesWindow } from './series-window.ts'
import { severityOf, signedSeverity, thresholdOf } from './severity.ts'

export interface SeriesRequest {
  readonly seriesIds?: readonly string[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
}

const MAX_SERIES = 200

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

/** Points of one answer at most: a value per bucket or sample, plus flagged points. Stated in the API's description. */
export const MAX_POINTS = 200_000

/** Buckets or samples allowed per series. With a model, each can also have a flagged point. */
export function bucketsWithin(seriesCount: number, isScored: boolean): number {
  const pointsABucket = isScored ? 2 : 1
  return Math.max(1, Math.floor(MAX_POINTS / (pointsABucket * Math.max(1, seriesCount))))
}

function numbersOf(row: ReadFacts, seriesIds: readonly string[] | undefined): number[] {
  if (!seriesIds) return row.series.slice(0, MAX_SERIES).map((_, seriesNumber) => seriesNumber)
  const numberOf = new Map(row.series.map((series, seriesNumber) => [series.id, seriesNumber]))
  return [...new Set(seriesIds)].map((seriesId) => {
    const seriesNumber = numberOf.get(seriesId)
    if (seriesNumber === undefined) throw invalidField('seriesIds', `'${seriesId}' is not a series of this detection`)
    return seriesNumber
  })
}

type Line = Reduced['series'][number]

/** Reduced by the store: of each bucket the smallest and the largest value, and the least probable flagged point. */
async function readBuckets(ctx: Context, window: SeriesWindow): Promise<Reduced> {
  const { row, seriesNumbers, from, to, buckets } = window
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to, buckets, unitMs: 1 })
  const count = times.length
  const reduction: Reduction = { from, to: to + 1, bucketMs, lastBucket, series: seriesNumbers }
  const scored = hasScores(row) ? seriesNumbers.filter((seriesNumber) => row.scoreSeries.includes(seriesNumber)) : []
  const lines = seriesNumbers.map((seriesNumber) =>
    emptyLine(row.series[seriesNumber]!.id, count, scored.includes(seriesNumber)),
  )
  const lineOf = new Map(seriesNumbers.map((seriesNumber, index) => [seriesNumber, lines[index]!]))
  const degree = nulls(count)
  const filling = [fillValues(ctx, row.pointsId, lineOf, reduction)]
  if (hasScores(row))
    filling.push(
      fillScores(ctx, row, lineOf, { ...reduction, series: scored }),
      fillDegree(ctx, row, degree, reduction),
    )
  await Promise.all(filling)
  return { from, to, bucketMs, times, degree, series: lines }
}

async function fillValues(
  ctx: Context,
  pointsId: string,
  lineOf: Map<number, Line>,
  reduction: Reduction,
): Promise<void> {
  const reduced = await ctx.points.reducePoints(pointsId, reduction)
  await inTurns(reduced.series.length, (index) => {
    const line = lineOf.get(reduced.series[index]!)!
    const bucket = reduced.bucket[index]!
    line.min[bucket] = reduced.min[index]!
    line.max[bucket] = reduced.max[index]!
    line.count[bucket] = reduced.count[index]!
  })
}

async function fillDegree(
  ctx: Context,
  row: ScoredFacts,
  degree: (number | null)[],
  reduction: Reduction,
): Promise<void> {
  const rows = await ctx.points.reduceRowScores(row.scoresId, reduction)
  rows.bucket.forEach((bucket, index) => {
    degree[bucket] = signedSeverity(row, rows.probability[index]!, rows.direction[index]!)
  })
}

async function fillScores(
  ctx: Context,
  row: ScoredFacts,
  lineOf: Map<number, Line>,
  reduction: Reduction,
): Promise<void> {
  if (reduction.series.length === 0) return
  const reduced = await ctx.points.reduceScores(row.scoresId, row.pointsId, thresholdOf(row), reduction)
  await inTurns(reduced.series.length, (index) => fillScore(row, lineOf.get(reduced.series[index]!)!, reduced, index))
}

function fillScore(row: ScoredFacts, line: Line, reduced: ReducedScores, index: number): void {
  const bucket = reduced.bucket[index]!
  const probability = reduced.probability[index]!
  line.low![bucket] = nullIfNaN(reduced.low[index]!)
  line.high![bucket] = nullIfNaN(reduced.high[index]!)
  line.score![bucket] = severityOf(row, probability)
  const value = reduced.flaggedValue[index]!
  if (!Number.isFinite(value)) return
  const val = signedSeverity(row, probability, reduced.side[index]!)
  line.flagged.push({ time: reduced.flaggedAt[index]!, value, ...(val !== null && { val }) })
}

function emptyLine(seriesId: string, count: number, isScored: boolean): Line {
  const line: Line = {
    seriesId,
    min: nulls(count),
    max: nulls(count),
    count: new Array<number>(count).fill(0),
    flagged: [],
  }
  if (!isScored) return line
  return { ...line, low: nulls(count), high: nulls(count), score: nulls(count) }
}

function nulls(count: number): (number | null)[] {
  return new Array<number | null>(count).fill(null)
}

function nullIfNaN(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
