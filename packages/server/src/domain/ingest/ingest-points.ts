import { and, eq, sql } from 'drizzle-orm'
import type { DecodedBatch, IngestReject, MetricMetadata, PointBatch } from '../../ports/decoded-batch.ts'
import { type LivePoints, NO_NUMBER } from '../../ports/point-store.ts'
import { projects, series } from '../../schema/index.ts'
import type { IngestResult } from '../../schema/wire-types.ts'
import type { Context, Sender } from '../context.ts'
import { checkTimes, timeLimits } from './check-times.ts'
import { requireProject } from './require-project.ts'
import { spanOf } from './span-of.ts'

interface Conflicts {
  /** 0 for a point that has the series and time, but not the value, of an earlier one. */
  readonly isKept: Uint8Array
  readonly count: number
  /** Rows of the first conflict. */
  readonly kept: number
  readonly leftOut: number
}

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
    await ctx.points.append(sender.sourceId, { ...points, values: markNoNumbers(points.values) })
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

/** The points that may be stored, with the series that have any: no series comes about by samples that are left out. */
export function keepWithin({ series, unknown, hashes, times, values }: PointBatch, isWithin: Uint8Array): PointBatch {
  const isKept = (_: unknown, row: number): boolean => isWithin[row] === 1
  const kept = series.filter(isKept)
  const places = new Map([...new Set(kept.filter((number) => number < 0))].map((number, index) => [number, index]))
  const indices = [...places.keys()].map((number) => -1 - number)
  return {
    series: kept.map((number) => (number < 0 ? -1 - places.get(number)! : number)),
    unknown: indices.map((index) => unknown[index]!),
    hashes: Uint32Array.from(indices.flatMap((index) => [...hashes.subarray(4 * index, 4 * index + 4)])),
    times: times.filter(isKept),
    values: values.filter(isKept),
  }
}

/** Sets type and unit of all series of these metrics; what metadata does not say stays. */
export async function applyMetadata(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  metadata: readonly MetricMetadata[],
): Promise<void> {
  const [names, types, units] = [
    metadata.map(({ metric }) => metric),
    metadata.map(({ type }) => type),
    metadata.map(({ unit }) => unit),
  ]
  const texts = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`
  const said = sql`unnest(${texts(names)}, ${texts(types)}, ${texts(units)}) as said (metric, type, unit)`
  const isOther = sql`(coalesce(said.type, ${series.type}), coalesce(said.unit, ${series.unit})) is distinct from (${series.type}, ${series.unit})`
  const changed = await db
    .update(series)
    .set({ type: sql`coalesce(said.type, ${series.type})`, unit: sql`coalesce(said.unit, ${series.unit})` })
    .from(said)
    .where(and(eq(series.sourceId, sourceId), sql`split_part(${series.metric}, '{', 1) = said.metric`, isOther))
    .returning({ number: series.number })
  if (changed.length === 0) return
  const typesVersion = sql`${projects.typesVersion} + 1`
  await db.update(projects).set({ typesVersion }).where(eq(projects.sourceId, sourceId))
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

/** Values that are no numbers are stored as marks, so that a series of them does not count as silent. */
function markNoNumbers(values: Float64Array): Float64Array {
  return values.some(Number.isNaN) ? values.map((value) => (Number.isNaN(value) ? NO_NUMBER : value)) : values
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

/**
 * Points of a batch that would replace another point of it, of which the first is kept; undefined if there are none. The same value twice is a
 * repeat and no conflict; neither is one that is not a number.
 */
function findConflicts({ series, times, values }: LivePoints): Conflicts | undefined {
  const length = times.length
  if (length < 2) return undefined
  const bits = Math.ceil(Math.log2(2 * length))
  // Row + 1 by series and time; 0 in a free slot
  const table = new Int32Array(2 ** bits)
  let isKept: Uint8Array | undefined
  let [count, kept, leftOut] = [0, 0, 0]
  for (let row = 0; row < length; row++) {
    const value = values[row]!
    if (!Number.isFinite(value)) continue
    const [number, time] = [series[row]!, times[row]!]
    let slot = hashOf(number, time) >>> (32 - bits)
    for (;;) {
      const other = table[slot]! - 1
      if (other < 0) {
        table[slot] = row + 1
        break
      }
      if (series[other] === number && times[other] === time) {
        if (values[other] === value) break
        isKept ??= new Uint8Array(length).fill(1)
        isKept[row] = 0
        if (count++ === 0) [kept, leftOut] = [other, row]
        break
      }
      slot = (slot + 1) & (table.length - 1)
    }
  }
  return isKept && { isKept, count, kept, leftOut }
}

/** Random, so that nobody can send points whose hashes meet. */
const factors = crypto.getRandomValues(new Uint32Array(2)).map((factor) => factor | 1)

function hashOf(series: number, time: number): number {
  return Math.imul(series, factors[0]!) + Math.imul(time % 2 ** 32, factors[1]!)
}
