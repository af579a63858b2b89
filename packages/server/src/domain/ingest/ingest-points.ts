import { and, eq } from 'drizzle-orm'
import type { DecodedBatch, IngestReject, PointBatch } from '../../ports/decoded-batch.ts'
import type { LivePoints } from '../../ports/point-store.ts'
import { series } from '../../schema/index.ts'
import type { IngestResult } from '../../schema/wire-types.ts'
import type { Context, Sender } from '../context.ts'
import { applyMetadata } from './apply-metadata.ts'
import { checkTimes, timeLimits } from './check-times.ts'
import { type Conflicts, findConflicts } from './find-conflicts.ts'
import { keepWithin } from './keep-within.ts'
import { requireProject } from './require-project.ts'
import { spanOf } from './span-of.ts'

type Points = Extract<DecodedBatch, { kind: 'points' }>

/**
 * Stores the points of a batch that can be stored, and says what was left out. Resolves when they are on the disk. Points of
 * series beyond the project's limit are left out; all others are stored. Without `isAnnounced` live detection is not notified.
 */
export async function ingestPoints(
  ctx: Context,
  sender: Pick<Sender, 'sourceId'>,
  batch: Points,
  isAnnounced = true,
): Promise<Omit<IngestResult, 'success'>> {
  const project = await requireProject(ctx, sender, 'Metric')
  const now = ctx.clock.now()
  const rejects: IngestReject[] = [...batch.rejects]
  const times = checkTimes(batch.points.times, timeLimits(now, project.retentionDays), now)
  rejects.push(...(times?.rejects ?? []))
  const within = times ? keepWithin(batch.points, times.isWithin) : batch.points
  const numbers = await ctx.seriesNumbers.resolve(sender.sourceId, within.unknown, within.hashes)
  if (batch.metadata?.length) await applyMetadata(ctx, sender.sourceId, batch.metadata)
  const tooMany = describeTooMany(ctx, within, numbers)
  if (tooMany) rejects.push(tooMany)
  const resolved = toLivePoints(within, numbers)
  const conflicts = findConflicts(resolved)
  if (conflicts) rejects.push(await describeConflicts(ctx, sender.sourceId, resolved, conflicts))
  const points = conflicts ? keepPoints(resolved, (row) => conflicts.isKept[row] === 1) : resolved
  if (points.times.length > 0) {
    await ctx.points.append(sender.sourceId, points)
    const { from, to } = spanOf(points.times)
    if (isAnnounced) ctx.arrivals.mark(sender.sourceId, from, to)
  }
  return {
    accepted: points.times.length,
    rejected: rejects.reduce((sum, { count }) => sum + count, 0),
    rejects,
    ...(batch.notes.length > 0 && { notes: [...batch.notes] }),
  }
}

/** `numbers` are those of the unknown series, -1 for one that may not be stored. */
function toLivePoints({ series, times, values }: PointBatch, numbers: Int32Array): LivePoints {
  const resolved = numbers.length === 0 ? series : series.map((number) => (number < 0 ? numbers[-1 - number]! : number))
  const isAll = !numbers.includes(-1)
  if (isAll) return { series: new Uint32Array(resolved.buffer, resolved.byteOffset, resolved.length), times, values }
  return keepPoints({ series: resolved, times, values }, (row) => resolved[row]! >= 0)
}

function keepPoints(
  { series, times, values }: Omit<LivePoints, 'series'> & { readonly series: Int32Array | Uint32Array },
  isKept: (row: number) => boolean,
): LivePoints {
  const isRowKept = (_: number, row: number): boolean => isKept(row)
  return {
    series: new Uint32Array(series.filter(isRowKept)),
    times: times.filter(isRowKept),
    values: values.filter(isRowKept),
  }
}

async function describeConflicts(
  { db }: Context,
  sourceId: string,
  points: LivePoints,
  { count, kept, leftOut }: Conflicts,
): Promise<IngestReject> {
  const [row] = await db
    .select({ id: series.seriesId })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), eq(series.number, points.series[leftOut]!)))
  const time = new Date(points.times[leftOut]!).toISOString()
  return {
    reason: 'conflict',
    count,
    ...(row && { series: row.id.slice(0, 200) }),
    message: `The batch has several values of one series and time, to the millisecond; the first is kept: at ${time} ${points.values[kept]!}, not ${points.values[leftOut]!}.`,
  }
}

function describeTooMany(
  { settings }: Context,
  { series, unknown }: PointBatch,
  numbers: Int32Array,
): IngestReject | undefined {
  const first = numbers.indexOf(-1)
  if (first < 0) return undefined
  const count = series.reduce((sum, number) => sum + Number(numbers[-1 - number] === -1), 0)
  const { metric, id, labels } = unknown[first]!
  const label = widestLabel(unknown.filter((_, at) => numbers[at] === -1))
  const hint = label && labels ? ` Most of the new ones differ in the label ${label}: drop it at the sender.` : ''
  return {
    reason: 'tooManySeries',
    count,
    series: id.slice(0, 200),
    message: `The project has ${settings.maxProjectSeries} series and may have no more; ${metric.slice(0, 100)} is new.${hint}`,
  }
}

/** The label with the most values among these series. */
function widestLabel(series: PointBatch['unknown']): string | undefined {
  const valuesOf = new Map<string, Set<string>>()
  for (const { labels = {} } of series)
    for (const [name, value] of Object.entries(labels)) {
      const values = valuesOf.get(name) ?? new Set()
      valuesOf.set(name, values.add(value))
    }
  return [...valuesOf].sort(([, a], [, b]) => b.size - a.size)[0]?.[0]
}
