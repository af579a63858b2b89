import { plainUnit, rateUnit, readVariables } from '@omen/engine'
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { ReducedPoints, Reduction } from '../../ports/point-store.ts'
import { logTemplates, series, type sources } from '../../schema/index.ts'
import type { LiveAnalysis, ProjectData, ProjectSeries } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { invalidField } from '../invalid-field.ts'
import { layOutBuckets } from '../lay-out-buckets.ts'
import { MAX_POINTS, MAX_SERIES, type SeriesFilter, type Window } from './data-window.ts'
import { fillRates } from './fill-rates.ts'
import { findReadableProject } from './project-row.ts'

export interface ProjectDataRequest extends SeriesFilter {
  readonly projectName: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
}

const DAY_MS = 86_400_000

type SeriesRow = Pick<
  typeof series.$inferSelect,
  'number' | 'seriesId' | 'metric' | 'instance' | 'group' | 'unit' | 'type' | 'isRate' | 'readSince'
>

/** Values of a series, or its rates. */
type ReadSeries = ProjectSeries & Pick<LiveAnalysis['series'][number], 'rate'>

interface SeriesReading {
  /** Series that come before all others. */
  readonly named?: readonly string[]
  /** A bucket whose values all have the same time reports that time instead of its start. */
  readonly withSampleTimes?: boolean
  /** Reads as rates the series that detection reads as rates, up to `until`. */
  readonly rates?: { readonly stepMs: number; readonly until: number; readonly firstTime: number }
}

export interface ReadProject {
  readonly data: Omit<ProjectData, 'success' | 'series'> & { readonly series: ReadSeries[] }
  /** How they were read. */
  readonly reduction: Reduction
  /** Since when detection reads each of the series as it does; null for always. */
  readonly readSince: readonly (number | null)[]
}

/** Values of a project, of each bucket the smallest and the largest; of the series meant the first 200. Log lines are counted. */
export async function getProjectData(
  ctx: Context,
  caller: Caller,
  request: ProjectDataRequest,
): Promise<Omit<ProjectData, 'success'>> {
  const { source, project } = await findReadableProject(ctx, caller, request.projectName)
  const to = request.to ?? source.toTime ?? ctx.clock.now()
  const from = request.from ?? to - DAY_MS
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  const window = { from, to, buckets: request.buckets, unitMs: 1 }
  const readStored = async () =>
    (await readProjectSeries(ctx, source.id, request, window, { withSampleTimes: true })).data
  if (project.dataType !== 'Log') return readStored()
  const details = await readLogDetails(ctx, source.id, { ...request, from, to })
  const data = isOfLines(request) ? await readLogSeries(ctx, source, request, window) : await readStored()
  return { ...data, ...details }
}

/** The values of the series meant, the first 200. */
export async function readProjectSeries(
  ctx: Context,
  sourceId: string,
  filter: SeriesFilter,
  { from, to, unitMs, ...wanted }: Window,
  { named = [], withSampleTimes = false, rates }: SeriesReading = {},
): Promise<ReadProject> {
  const { rows, total } = await findSeries(ctx, sourceId, filter, named)
  const buckets = Math.min(wanted.buckets, Math.max(1, Math.floor(MAX_POINTS / Math.max(1, rows.length))))
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to, buckets, unitMs })
  const { length } = times
  const isRate = (row: SeriesRow): boolean => rates !== undefined && row.isRate
  const lines = rows.map((row): ReadSeries => (isRate(row) ? emptyRate(row, length) : emptyLine(row, length)))
  const series = rows.map(({ number }) => number)
  const reduction = { from, to: to + 1, bucketMs, lastBucket, series }
  const lineOf = new Map(series.map((number, index) => [number, lines[index]!]))
  const sent = series.filter((_, index) => lines[index]!.rate !== true)
  if (sent.length > 0) {
    const reduced = await ctx.points.reduceLive(sourceId, { ...reduction, series: sent })
    await fill(lineOf, reduced)
    if (withSampleTimes) await setSampleTimes(times, reduced)
  }
  const counters = series.filter((_, index) => lines[index]!.rate === true)
  if (rates !== undefined && counters.length > 0 && rates.until > from) {
    const { until, ...steps } = rates
    const request = { ...steps, reduction: { ...reduction, to: until, series: counters } }
    await fillRates(
      ctx.points,
      sourceId,
      lines.filter(({ rate }) => rate),
      request,
    )
  }
  const data = { from, to, bucketMs, times, series: lines, seriesTotal: total }
  return { data, reduction, readSince: rows.map(({ readSince }) => readSince) }
}

async function findSeries(
  { db }: Context,
  sourceId: string,
  { seriesIds, metric, instance, group }: SeriesFilter,
  first: readonly string[],
): Promise<{ rows: SeriesRow[]; total: number }> {
  const isMeant = and(
    eq(series.sourceId, sourceId),
    seriesIds && inArray(series.seriesId, [...seriesIds]),
    metric && inArray(series.metric, [...metric]),
    instance && inArray(series.instance, [...instance]),
    group === undefined ? undefined : eq(series.group, group),
  )
  const { number, seriesId, unit, type, isRate, readSince } = series
  const names = { seriesId, metric: series.metric, instance: series.instance, group: series.group }
  const rows = await db
    .select({ number, ...names, unit, type, isRate, readSince })
    .from(series)
    .where(isMeant)
    .orderBy(...(first.length > 0 ? [desc(inArray(seriesId, [...first]))] : []), asc(number))
    .limit(MAX_SERIES)
  const [total] = await db.select({ rows: count() }).from(series).where(isMeant)
  return { rows, total: total!.rows }
}

function emptyLine({ seriesId, metric, instance, group, unit, type }: SeriesRow, length: number): ProjectSeries {
  const nulls = () => new Array<number | null>(length).fill(null)
  const shown = plainUnit(unit ?? '')
  const details = {
    ...(group !== null && { group }),
    ...(shown !== '' && { unit: shown }),
    ...(type !== null && { type }),
  }
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

function emptyRate(row: SeriesRow, length: number): ReadSeries {
  return { ...emptyLine(row, length), unit: rateUnit(row.metric, row.unit ?? undefined), rate: true }
}

async function fill(lineOf: ReadonlyMap<number, ProjectSeries>, reduced: ReducedPoints): Promise<void> {
  await inTurns(reduced.series.length, (index) => {
    const line = lineOf.get(reduced.series[index]!)!
    const bucket = reduced.bucket[index]!
    line.min[bucket] = reduced.min[index]!
    line.max[bucket] = reduced.max[index]!
    line.count[bucket] = reduced.count[index]!
  })
}

async function setSampleTimes(times: number[], { bucket, first, last }: ReducedPoints): Promise<void> {
  const earliest = new Float64Array(times.length).fill(Number.POSITIVE_INFINITY)
  const latest = new Float64Array(times.length).fill(Number.NEGATIVE_INFINITY)
  await inTurns(bucket.length, (index) => {
    const at = bucket[index]!
    earliest[at] = Math.min(earliest[at]!, first[index]!)
    latest[at] = Math.max(latest[at]!, last[index]!)
  })
  for (const [at, time] of earliest.entries()) if (time === latest[at]) times[at] = time
}

/** What a project for logs measures: the log lines of an instance, counted by bucket. */
const METRIC = 'lines'
const MAX_TEMPLATES = 200
const MAX_LINES = 100

/** Whether only log lines are meant, which are counted as they are read; other counts are stored as series, each a sampling interval. */
function isOfLines(filter: SeriesFilter): boolean {
  return filter.metric?.every((name) => name === METRIC) ?? true
}

/** The number of lines a bucket as series, one an instance, the first 200 by name. */
async function readLogSeries(
  { points }: Pick<Context, 'points'>,
  source: typeof sources.$inferSelect,
  filter: SeriesFilter,
  { from, to, unitMs, ...wanted }: Window,
): Promise<Omit<ProjectData, 'success'>> {
  const span = { from, to: to + 1 }
  const { names, total } = await findInstances(points, source.id, span, filter)
  const buckets = Math.min(wanted.buckets, Math.max(1, Math.floor(MAX_POINTS / Math.max(1, names.length))))
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to, buckets, unitMs })
  // No line is a count as well, from the first line of the project to its last one
  const isCounted = (time: number): boolean =>
    time + bucketMs > (source.fromTime ?? to) && time <= (source.toTime ?? from)
  const empty = times.map((time) => (isCounted(time) ? 0 : null))
  const series = names.map((instance): ProjectSeries => {
    const seriesId = instance === '' ? METRIC : `${METRIC}[${instance}]`
    return {
      seriesId,
      metric: METRIC,
      instance,
      type: 'gauge',
      min: [...empty],
      max: [...empty],
      count: times.map(() => 0),
    }
  })
  if (names.length > 0) {
    const counts = await points.countLogs(source.id, { ...span, bucketMs, lastBucket }, names)
    const seriesOf = new Map(series.map((one) => [one.instance, one]))
    await inTurns(counts.bucket.length, (index) => {
      const one = seriesOf.get(counts.instances[index]!)!
      const bucket = counts.bucket[index]!
      one.min[bucket] = one.max[bucket] = one.count[bucket] = counts.count[index]!
    })
  }
  return { from, to, bucketMs, times, series, seriesTotal: total }
}

/** The kinds of lines of a project, the most frequent first, and its last lines in a span. */
async function readLogDetails(
  { db, points }: Pick<Context, 'db' | 'points'>,
  sourceId: string,
  { instance, from, to }: Pick<SeriesFilter, 'instance'> & { readonly from: number; readonly to: number },
): Promise<Pick<ProjectData, 'templates' | 'templatesTotal' | 'lines'>> {
  const ofSource = eq(logTemplates.sourceId, sourceId)
  const rows = await db
    .select()
    .from(logTemplates)
    .where(ofSource)
    .orderBy(desc(logTemplates.count))
    .limit(MAX_TEMPLATES)
  const lines = await points.readNewestLogs(sourceId, { from, to: to + 1 }, { instances: instance }, MAX_LINES)
  return {
    templates: rows.map(({ sourceId: _, ...template }) => ({
      ...template,
      variables: readVariables(template.text, template.example) ?? [],
    })),
    templatesTotal: await db.$count(logTemplates, ofSource),
    lines: lines.map(({ time, instance: name, service, severity, line, attributes }) => ({
      time,
      instance: name,
      service,
      severity,
      line,
      ...(attributes !== '' && { attributes: JSON.parse(attributes) as Record<string, unknown> }),
    })),
  }
}

async function findInstances(
  points: Context['points'],
  sourceId: string,
  span: { from: number; to: number },
  filter: SeriesFilter,
): Promise<{ names: readonly string[]; total: number }> {
  if (filter.group !== undefined) return { names: [], total: 0 }
  if (filter.instance) return { names: filter.instance.slice(0, MAX_SERIES), total: filter.instance.length }
  return points.listLogInstances(sourceId, span, MAX_SERIES)
}
