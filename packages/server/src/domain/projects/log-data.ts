import type { sources } from '../../schema/index.ts'
import type { ProjectData, ProjectSeries } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { maxPoints, maxSeries, type SeriesFilter, type Window } from './data-window.ts'

/** What a project for logs measures: the log lines of an instance, counted by bucket. */
const metric = 'lines'

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
  const bucketMs = unitMs * Math.max(1, Math.ceil((to - from + 1) / (buckets * unitMs)))
  const times = Array.from({ length: Math.ceil((to - from + 1) / bucketMs) }, (_, bucket) => from + bucket * bucketMs)
  // No line is a count as well, from the first line of the project to its last one
  const isCounted = (time: number): boolean =>
    time + bucketMs > (source.fromTime ?? to) && time <= (source.toTime ?? from)
  const empty = times.map((time) => (isCounted(time) ? 0 : null))
  const series = names.map((instance): ProjectSeries => {
    const seriesId = instance === '' ? metric : `${metric}[${instance}]`
    return { seriesId, metric, instance, type: 'gauge', min: [...empty], max: [...empty], count: times.map(() => 0) }
  })
  if (names.length > 0) {
    const counts = await points.countLogs(source.id, span, bucketMs, names)
    const seriesOf = new Map(series.map((one) => [one.instance, one]))
    await inTurns(counts.bucket.length, (index) => {
      const one = seriesOf.get(counts.instances[index]!)!
      const bucket = counts.bucket[index]!
      one.min[bucket] = one.max[bucket] = one.count[bucket] = counts.count[index]!
    })
  }
  return { from, to, bucketMs, times, series, seriesTotal: total }
}

async function findInstances(
  points: Context['points'],
  sourceId: string,
  span: { from: number; to: number },
  filter: SeriesFilter,
): Promise<{ names: readonly string[]; total: number }> {
  const isOther = (filter.metric && !filter.metric.includes(metric)) || filter.group !== undefined
  if (isOther) return { names: [], total: 0 }
  if (filter.instance) return { names: filter.instance.slice(0, maxSeries), total: filter.instance.length }
  return points.listLogInstances(sourceId, span, maxSeries)
}
