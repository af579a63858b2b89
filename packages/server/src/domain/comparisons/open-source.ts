import { guessUnit, plainUnit, rateUnit, type SeriesKey } from '@omen/engine'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { series } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { findReadableFacts } from '../detections/index.ts'
import { findOwnFile, requirePoints } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject } from '../projects/index.ts'

/** One of a project, an uploaded file and a detection, and which of its series are meant. */
export interface SourceRequest {
  readonly projectName?: string | undefined
  readonly filename?: string | undefined
  readonly detectionId?: string | undefined
  readonly metric?: readonly string[] | undefined
  readonly group?: string | undefined
}

export interface SourceSeries {
  readonly number: number
  readonly key: SeriesKey
  readonly unit: string
  /** A counter, compared by its increase. */
  readonly isRate: boolean
}

/** Series whose values are compared. */
export interface ComparedSource {
  /** Under which the point store has them. */
  readonly store: string
  readonly kind: 'project' | 'file'
  readonly stepMs: number
  /** Times of the first and the last sample. */
  readonly from: number
  readonly to: number
  readonly series: readonly SourceSeries[]
  readonly seriesTotal: number
}

const MINUTE_MS = 60_000
const ONE_SOURCE = {
  en: 'Give exactly one of projectName, filename and detectionId.',
  'zh-CN': '请只提供 projectName、filename 和 detectionId 中的一个。',
}
const NO_METRIC = {
  en: 'No series reports such a metric. Leave metric out to see all of them.',
  'zh-CN': '没有序列上报该指标。不填写 metric 即可查看全部指标。',
}

/** The source that is named, with at most so many of the series that are meant; the caller may read it. */
export async function openSource(
  ctx: Context,
  caller: Caller,
  request: SourceRequest,
  max: number,
  signal?: AbortSignal,
): Promise<ComparedSource> {
  const { projectName, filename, detectionId } = request
  const named = [projectName, filename, detectionId].filter((name) => name !== undefined)
  if (named.length !== 1)
    throw invalidField('projectName', 'exactly one of projectName, filename and detectionId is given', {
      sentence: ONE_SOURCE,
    })
  const source =
    projectName !== undefined
      ? await openProject(ctx, caller, projectName, request, max)
      : filename !== undefined
        ? await openFile(ctx, caller, filename, request, max, signal)
        : await openDetection(ctx, caller, detectionId!, request, max)
  if (source.seriesTotal === 0 && (request.metric ?? []).length > 0)
    throw invalidField('metric', 'is not reported by any series', { sentence: NO_METRIC })
  return source
}

async function openProject(
  ctx: Context,
  caller: Caller,
  name: string,
  { metric, group }: SourceRequest,
  max: number,
): Promise<ComparedSource> {
  const { project, source } = await findReadableProject(ctx, caller, name)
  const isMeant = and(
    eq(series.sourceId, source.id),
    metric && inArray(series.metric, [...metric]),
    group === undefined ? undefined : eq(series.group, group),
  )
  const rows = await ctx.db.select().from(series).where(isMeant).orderBy(asc(series.number)).limit(max)
  const [total] = await ctx.db.select({ rows: count() }).from(series).where(isMeant)
  const now = ctx.clock.now()
  return {
    store: source.id,
    kind: 'project',
    stepMs: project.samplingMs,
    from: source.fromTime ?? now,
    to: source.toTime ?? now,
    seriesTotal: total!.rows,
    series: rows.map((row) => ({ number: row.number, key: toKey(row), unit: unitOf(row), isRate: row.isRate })),
  }
}

async function openFile(
  ctx: Context,
  caller: Caller,
  filename: string,
  request: SourceRequest,
  max: number,
  signal: AbortSignal | undefined,
): Promise<ComparedSource> {
  const { dataset } = await requirePoints(ctx, await findOwnFile(ctx, caller, filename), { signal })
  const { fromTime, toTime, rows, intervalMs } = dataset
  return {
    store: dataset.id,
    kind: 'file',
    from: fromTime ?? 0,
    to: toTime ?? 0,
    stepMs: intervalMs ?? intervalOf((toTime ?? 0) - (fromTime ?? 0), rows),
    ...fileSeries(dataset.series, request, max),
  }
}

async function openDetection(
  ctx: Context,
  caller: Caller,
  id: string,
  request: SourceRequest,
  max: number,
): Promise<ComparedSource> {
  const row = await findReadableFacts(ctx, caller, id)
  return {
    store: row.pointsId,
    kind: 'file',
    from: row.fromTime,
    to: row.toTime,
    stepMs: row.intervalMs ?? intervalOf(row.toTime - row.fromTime, row.rows),
    ...fileSeries(row.series, request, max),
  }
}

function fileSeries(keys: readonly SeriesKey[], { metric, group }: SourceRequest, max: number) {
  const meant = keys.flatMap((key, number) => {
    const isMeant = (metric?.includes(key.metric) ?? true) && (group === undefined || key.group === group)
    return isMeant ? [{ number, key, unit: guessUnit(key.metric), isRate: false }] : []
  })
  return { series: meant.slice(0, max), seriesTotal: meant.length }
}

/** Of rows without a regular interval: the mean time between two of them. */
function intervalOf(spanMs: number, rows: number): number {
  return rows > 1 && spanMs > 0 ? Math.max(1, Math.round(spanMs / (rows - 1))) : MINUTE_MS
}

type SeriesRow = typeof series.$inferSelect

function toKey({ seriesId, metric, instance, service, group }: SeriesRow): SeriesKey {
  return { id: seriesId, metric, instance, ...(service !== null && { service }), ...(group !== null && { group }) }
}

function unitOf({ metric, unit, isRate }: SeriesRow): string {
  if (isRate) return rateUnit(metric, unit ?? undefined)
  return unit === null ? guessUnit(metric) : plainUnit(unit)
}
