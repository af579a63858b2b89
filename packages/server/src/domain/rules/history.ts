import type { Outcome, Precursor } from '@omen/engine'
import { precursorsOf } from '@omen/engine'
import { and, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { incidents, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readEvents } from '../events/index.ts'
import { isCounted } from '../incident-rows/index.ts'

const mostFlagged = 100_000
const mostIncidents = 5000

interface Span {
  readonly from: number
  readonly to: number
}

/** What may have announced something: series that left their range for a moment, and changes. */
export async function readPrecursors(
  ctx: Context,
  sourceId: string,
  { from, to }: Span,
  stepMs: number,
): Promise<Precursor[]> {
  const [{ series: numbers, times, degree }, named, events] = await Promise.all([
    ctx.points.readFlagged(sourceId, { from, to }, mostFlagged),
    ctx.db.select({ number: series.number, id: series.seriesId }).from(series).where(eq(series.sourceId, sourceId)),
    readEvents(ctx, sourceId, { from, to: to - 1 }),
  ])
  const idOf = new Map(named.map(({ number, id }) => [number, id]))
  const last = new Map<string, number>()
  const periods: { start: number; end: number; series: { seriesId: string; share: number; side: 1 | -1 }[] }[] = []
  numbers.forEach((number, index) => {
    const seriesId = idOf.get(number)
    const side = degree[index]! < 0 ? -1 : 1
    const time = times[index]!
    const key = `${number} ${side}`
    const isSame = time - (last.get(key) ?? Number.NEGATIVE_INFINITY) <= 2 * stepMs
    last.set(key, time)
    if (seriesId !== undefined && !isSame)
      periods.push({ start: time, end: time, series: [{ seriesId, share: 1, side }] })
  })
  const about = { val: 1, probability: 0.01, kind: 'anomaly' as const }
  const changes = events.map(({ at, kind, instances }) => {
    const [only, ...others] = instances ?? []
    return { at, kind, ...(only !== undefined && others.length === 0 && { instance: only }) }
  })
  return precursorsOf({ periods: periods.map((one) => ({ ...one, ...about })) }, changes)
}

export interface NamedOutcome extends Outcome {
  readonly id: string
}

/** The incidents of a span by what they can be predicted by: what they repeat, and their kind. */
export async function readOutcomes(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: Span,
): Promise<NamedOutcome[]> {
  const isWithin = and(lte(incidents.onset, to), or(isNull(incidents.endTime), gte(incidents.endTime, from)))
  const { id, onset, endTime, family, repeatKey, title } = incidents
  const rows = await db
    .select({ id, onset, endTime, family, repeatKey, title })
    .from(incidents)
    // What is nothing but missing data tells nothing of the system
    .where(and(eq(incidents.sourceId, sourceId), isCounted, isNotNull(incidents.val), isWithin))
    .orderBy(onset)
    .limit(mostIncidents)
  return rows.map((row) => ({
    ...{ id: row.id, start: row.onset, end: row.endTime ?? to },
    outcomes: [`key ${row.repeatKey ?? row.id}`, ...(row.family === null ? [] : [`kind ${row.family}`])],
    ...(row.title !== null && { title: row.title }),
  }))
}
