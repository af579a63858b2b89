import { SCREEN_HOURS, screenDeparture } from '@omen/engine'
import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { series } from '../../schema/index.ts'
import type { Context } from '../context.ts'

const hourMs = 3_600_000
/** Read at once. */
const seriesPerRead = 1000

type ScreenedSeries = typeof series.$inferSelect

/**
 * The series of a project that are worth a forecast as of a time: at most so many of those that go furthest beyond their range if they go on as they do.
 * Counters leave every range and are no predictions.
 */
export async function screenSeries(
  ctx: Context,
  { sourceId, to, most }: { sourceId: string; to: number; most: number },
  stopping: AbortSignal,
): Promise<ScreenedSeries[]> {
  let found: { series: ScreenedSeries; excess: number }[] = []
  for (let after = -1; ; ) {
    stopping.throwIfAborted()
    const rows = await readSeries(ctx, sourceId, after)
    const last = rows.at(-1)
    if (last === undefined) return found.map((one) => one.series)
    after = last.number
    const numbers = rows.map(({ number }) => number)
    const excess = await readExcess(ctx, sourceId, numbers, to)
    const read = rows.map((one, index) => ({ series: one, excess: excess[index]! }))
    found = [...found, ...read]
      .filter((one) => one.excess > 0)
      .sort((a, b) => b.excess - a.excess)
      .slice(0, most)
  }
}

/** The next ones by number. */
async function readSeries({ db }: Context, sourceId: string, after: number): Promise<ScreenedSeries[]> {
  const isNoCounter = and(eq(series.isRate, false), or(isNull(series.type), ne(series.type, 'counter')))
  return db
    .select()
    .from(series)
    .where(and(eq(series.sourceId, sourceId), gt(series.number, after), isNoCounter))
    .orderBy(asc(series.number))
    .limit(seriesPerRead)
}

/** By how many times its range each of these series leaves it within a day, if it goes on as it does. */
async function readExcess(
  { points }: Context,
  sourceId: string,
  numbers: readonly number[],
  to: number,
): Promise<number[]> {
  const reduction = { from: to - SCREEN_HOURS * hourMs, to, bucketMs: hourMs, series: numbers }
  const reduced = await points.reduceLive(sourceId, reduction)
  const hourly = new Map(numbers.map((number) => [number, { low: emptyHours(), high: emptyHours() }]))
  reduced.series.forEach((number, index) => {
    const { low, high } = hourly.get(number)!
    const hour = reduced.bucket[index]!
    low[hour] = reduced.min[index]!
    high[hour] = reduced.max[index]!
  })
  return numbers.map((number) => screenDeparture(hourly.get(number)!))
}

function emptyHours(): Float64Array {
  return new Float64Array(SCREEN_HOURS).fill(Number.NaN)
}
