import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { ReducedPoints, Reduction } from '../../ports/point-store.ts'
import { series } from '../../schema/index.ts'
import type { ProjectData, ProjectSeries } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { invalidField } from '../invalid-field.ts'
import { maxPoints, maxSeries, type SeriesFilter, type Window } from './data-window.ts'
import { readLogDetails, readLogSeries } from './log-data.ts'
import { findReadableProject } from './project-row.ts'

export interface ProjectDataRequest extends SeriesFilter {
  readonly projectName: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
}

const dayMs = 86_400_000

type SeriesRow = Pick<
  typeof series.$inferSelect,
  'number' | 'seriesId' | 'metric' | 'instance' | 'group' | 'unit' | 'type'
>

/** Values of a project, of each bucket the smallest and the largest; of the series meant the first 200. Log lines are counted. */
export async function getProjectData(
  ctx: Context,
  caller: Caller,
  request: ProjectDataRequest,
): Promise<Omit<ProjectData, 'success'>> {
  const { source, project } = await findReadableProject(ctx, caller, request.projectName)
  const to = request.to ?? source.toTime ?? ctx.clock.now()
  const from = request.from ?? to - dayMs
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const window = { from, to, buckets: request.buckets, unitMs: 1 }
  if (project.dataType === 'Log') {
    const details = await readLogDetails(ctx, source.id, { ...request, from, to })
    return { ...(await readLogSeries(ctx, source, request, window)), ...details }
  }
  return (await readProjectSeries(ctx, source.id, request, window)).data
}

/** The values of the series meant, the first 200, those of `first` before all others; `reduction` is how they were read. */
export async function readProjectSeries(
  ctx: Context,
  sourceId: string,
  filter: SeriesFilter,
  { from, to, unitMs, ...wanted }: Window,
  first: readonly string[] = [],
): Promise<{ data: Omit<ProjectData, 'success'>; reduction: Reduction }> {
  const { rows, total } = await findSeries(ctx, sourceId, filter, first)
  const buckets = Math.min(wanted.buckets, Math.max(1, Math.floor(maxPoints / Math.max(1, rows.length))))
  const bucketMs = unitMs * Math.max(1, Math.ceil((to - from + 1) / (buckets * unitMs)))
  const length = Math.ceil((to - from + 1) / bucketMs)
  const times = Array.from({ length }, (_, bucket) => from + bucket * bucketMs)
  const lines = rows.map((row) => emptyLine(row, length))
  const series = rows.map(({ number }) => number)
  const reduction = { from, to: to + 1, bucketMs, series }
  if (rows.length > 0) await fill(lines, series, await ctx.points.reduceLive(sourceId, reduction))
  return { data: { from, to, bucketMs, times, series: lines, seriesTotal: total }, reduction }
}

async function findSeries(
  { db }: Context,
  sourceId: string,
  { metric, instance, group }: SeriesFilter,
  first: readonly string[],
): Promise<{ rows: SeriesRow[]; total: number }> {
  const isMeant = and(
    eq(series.sourceId, sourceId),
    metric && inArray(series.metric, [...metric]),
    instance && inArray(series.instance, [...instance]),
    group === undefined ? undefined : eq(series.group, group),
  )
  const { number, seriesId, unit, type } = series
  const rows = await db
    .select({ number, seriesId, metric: series.metric, instance: series.instance, group: series.group, unit, type })
    .from(series)
    .where(isMeant)
    .orderBy(...(first.length > 0 ? [desc(inArray(seriesId, [...first]))] : []), asc(number))
    .limit(maxSeries)
  const [total] = await db.select({ rows: count() }).from(series).where(isMeant)
  return { rows, total: total!.rows }
}

function emptyLine({ seriesId, metric, instance, group, unit, type }: SeriesRow, length: number): ProjectSeries {
  const nulls = () => new Array<number | null>(length).fill(null)
  const details = { ...(group !== null && { group }), ...(unit !== null && { unit }), ...(type !== null && { type }) }
  return {
    seriesId,
    metric,
    instance,
    ...details,
    min: nulls(),
    max: nulls(),
    count: new Array<number>(length).fill(0),
  }
}

async function fill(
  lines: readonly ProjectSeries[],
  numbers: readonly number[],
  reduced: ReducedPoints,
): Promise<void> {
  const lineOf = new Map(numbers.map((number, index) => [number, lines[index]!]))
  await inTurns(reduced.series.length, (index) => {
    const line = lineOf.get(reduced.series[index]!)!
    const bucket = reduced.bucket[index]!
    line.min[bucket] = reduced.min[index]!
    line.max[bucket] = reduced.max[index]!
    line.count[bucket] = reduced.count[index]!
  })
}
