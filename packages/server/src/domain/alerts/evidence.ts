import type { GapFinding, Period } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import { series } from '../../schema/index.ts'
import type { Threshold } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { type FindingRow, toGap, toLog, toPeriod } from '../findings/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { FindingEvidence, FlaggedSample, SeriesEvidence } from './conditions.ts'
import { matchesPattern } from './match-series.ts'
import { readValues } from './read-values.ts'

/** Samples of one finding that are read at most, and series. */
const MAX_CELLS = 400_000
const MAX_SERIES = 200

type SeriesRow = Pick<typeof series.$inferSelect, 'number' | 'seriesId' | 'metric' | 'instance' | 'unit' | 'isRate'>

/** The series of findings, by their ids. */
export async function readSeriesOf(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  rows: readonly FindingRow[],
): Promise<Map<string, SeriesRow>> {
  const ids = [...new Set(rows.flatMap(seriesIdsOf))]
  if (ids.length === 0) return new Map()
  const { number, seriesId, metric, instance, unit, isRate } = series
  const found = await db
    .select({ number, seriesId, metric, instance, unit, isRate })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, ids)))
  return new Map(found.map((one) => [one.seriesId, one]))
}

function seriesIdsOf(row: FindingRow): string[] {
  if (row.type === 'period') return movedSeries(toPeriod(row)).map(({ seriesId }) => seriesId)
  return row.type === 'gap' ? toGap(row).seriesIds.slice(0, MAX_SERIES) : []
}

/** Those that moved, or all where none did by itself; the largest share first. */
export function movedSeries({ series: all }: Pick<Period, 'series'>): Period['series'] {
  const moved = all.filter(({ firstAt }) => firstAt != null)
  return (moved.length > 0 ? moved : all).slice(0, MAX_SERIES)
}

interface EvidenceRequest {
  readonly project: ProjectRow
  readonly known: ReadonlyMap<string, SeriesRow>
  readonly thresholds: readonly Threshold[]
}

/** What a finding rests on, from the stored scores of its series. */
export async function readEvidence(ctx: Context, row: FindingRow, request: EvidenceRequest): Promise<FindingEvidence> {
  const { samplingMs: stepMs, cvalue } = request.project.project
  const about = {
    type: row.type,
    start: row.startTime,
    // Of a finding from before it was noted
    reportedAt: row.reportedAt ?? row.startTime + (cvalue - 1) * stepMs,
  }
  if (row.type === 'log') {
    const { sentence } = toLog(row)
    const line = { seriesId: row.key ?? '', metric: 'log', instance: sentence.instance, samples: [] }
    return { ...about, isCause: true, series: [line] }
  }
  const all = seriesIdsOf(row).flatMap((id) => request.known.get(id) ?? [])
  if (row.type === 'gap') return { ...about, isCause: isWhole(toGap(row)), series: all.map((one) => toEvidence(one)) }
  const isDown = row.kind === 'down'
  const certainAt = isDown ? row.startTime + (cvalue - 1) * stepMs : undefined
  return { ...about, isCause: isDown, certainAt, series: await readSamples(ctx, row, all, request) }
}

function isWhole({ kind, instance }: GapFinding): boolean {
  return kind === 'collector' || instance !== undefined
}

function toEvidence({ seriesId, metric, instance }: SeriesRow, samples: readonly FlaggedSample[] = []): SeriesEvidence {
  return { seriesId, metric, instance, samples }
}

async function readSamples(
  ctx: Context,
  row: FindingRow,
  all: readonly SeriesRow[],
  { project, thresholds }: EvidenceRequest,
): Promise<SeriesEvidence[]> {
  if (all.length === 0) return []
  const { samplingMs: stepMs } = project.project
  const end = row.endTime ?? row.detail.lastRowAt ?? row.startTime
  const to = Math.min(end, row.startTime + Math.floor(MAX_CELLS / all.length) * stepMs) + 1
  const span = { from: row.startTime, to }
  const numbers = all.map(({ number }) => number)
  const scores = await ctx.points.readLiveScores(row.sourceId, numbers, span, MAX_CELLS + all.length)
  if (scores === undefined) return all.map((one) => toEvidence(one))
  const valueAt = await readIgnorable(ctx, row.sourceId, all.filter(isIgnorable(thresholds)), { ...span, stepMs })
  const samples = new Map(numbers.map((number) => [number, [] as FlaggedSample[]]))
  for (const [index, number] of scores.series.entries()) {
    const degree = scores.degree[index]!
    const time = scores.times[index]!
    // Scores are single precision
    if (Math.abs(degree) >= 1 - 1e-6) samples.get(number)?.push({ time, degree, value: valueAt(number, time) })
  }
  return all.map((one) => toEvidence(one, samples.get(one.number)))
}

const isIgnorable =
  (thresholds: readonly Threshold[]) =>
  ({ metric }: SeriesRow): boolean =>
    thresholds.some(
      (one) => (one.ignoreAbove !== undefined || one.ignoreBelow !== undefined) && matchesPattern(one.metric, metric),
    )

/** Values of series by number and time; NaN of others. */
async function readIgnorable(
  ctx: Context,
  sourceId: string,
  all: readonly SeriesRow[],
  span: { readonly from: number; readonly to: number; readonly stepMs: number },
): Promise<(number: number, time: number) => number> {
  if (all.length === 0) return () => Number.NaN
  const { times, columns } = await readValues(ctx, sourceId, all, span)
  const indexOf = new Map(all.map(({ number }, index) => [number, index]))
  return (number, time) => {
    const row = Math.floor((time - times[0]!) / span.stepMs)
    return columns[indexOf.get(number) ?? -1]?.[row] ?? Number.NaN
  }
}
