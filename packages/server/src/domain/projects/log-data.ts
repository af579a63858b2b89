import { readVariables } from '@omen/engine'
import { desc, eq } from 'drizzle-orm'
import { logTemplates, type sources } from '../../schema/index.ts'
import type { ProjectData, ProjectSeries } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { layOutBuckets } from '../lay-out-buckets.ts'
import { maxPoints, maxSeries, type SeriesFilter, type Window } from './data-window.ts'

/** What a project for logs measures: the log lines of an instance, counted by bucket. */
const metric = 'lines'
const maxTemplates = 200
const maxLines = 100

/** Whether only log lines are meant, which are counted as they are read; other counts are stored as series, each a sampling interval. */
export function isOfLines(filter: SeriesFilter): boolean {
  return filter.metric?.every((name) => name === metric) ?? true
}

/** The number of lines a bucket as series, one an instance, the first 200 by name. */
export async function readLogSeries(
  { points }: Pick<Context, 'points'>,
  source: typeof sources.$inferSelect,
  filter: SeriesFilter,
  { from, to, unitMs, ...wanted }: Window,
): Promise<Omit<ProjectData, 'success'>> {
  const span = { from, to: to + 1 }
  const { names, total } = await findInstances(points, source.id, span, filter)
  const buckets = Math.min(wanted.buckets, Math.max(1, Math.floor(maxPoints / Math.max(1, names.length))))
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to, buckets, unitMs })
  // No line is a count as well, from the first line of the project to its last one
  const isCounted = (time: number): boolean =>
    time + bucketMs > (source.fromTime ?? to) && time <= (source.toTime ?? from)
  const empty = times.map((time) => (isCounted(time) ? 0 : null))
  const series = names.map((instance): ProjectSeries => {
    const seriesId = instance === '' ? metric : `${metric}[${instance}]`
    return { seriesId, metric, instance, type: 'gauge', min: [...empty], max: [...empty], count: times.map(() => 0) }
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
export async function readLogDetails(
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
    .limit(maxTemplates)
  const lines = await points.readNewestLogs(sourceId, { from, to: to + 1 }, { instances: instance }, maxLines)
  return {
    templates: rows.map(({ sourceId: _, ...template }) => ({
      ...template,
      variables: readVariables(template.text, template.example) ?? [],
    })),
    templatesTotal: await db.$count(logTemplates, ofSource),
    lines: lines.map(({ time, instance: name, service, severity, line, attributes }) => ({
      ...{ time, instance: name, service, severity, line },
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
  if (filter.instance) return { names: filter.instance.slice(0, maxSeries), total: filter.instance.length }
  return points.listLogInstances(sourceId, span, maxSeries)
}
