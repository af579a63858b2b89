import { SCREEN_HOURS, screenDeparture } from '@omen/engine'
import { and, asc, eq, gt, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { predictions, projects, series } from '../../schema/index.ts'
import type { SeriesForecast } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { forecastPlanOf, readPosition } from '../live/index.ts'
import { type ProjectRow, projectState, selectProjects } from '../projects/index.ts'

/** Predictions of a project are made anew this often, or less often where that takes more than this share of the time. */
const EVERY_MS = 15 * 60_000
const SHARE_OF_TIME = 0.05
/** Of one run; the projects that are left come with the next one. */
const MAX_RUN_MS = 60_000
const HORIZON_HOURS = 24
/** Forecasts of a project: some seconds of a thread. */
const MAX_FORECAST = 100

type Departure = Pick<typeof predictions.$inferInsert, 'series' | 'side' | 'limit' | 'about' | 'earliest' | 'latest'>

/** Says of the projects that are due which of their series leave the range of their history within a day. */
export async function predictProjects(ctx: Context, stopping: AbortSignal): Promise<void> {
  const began = ctx.clock.monotonic()
  for (const row of await readDue(ctx)) {
    if (stopping.aborted || ctx.clock.monotonic() - began > MAX_RUN_MS) return
    const { sourceId } = row.project
    const start = ctx.clock.monotonic()
    try {
      await predictProject(ctx, row, stopping)
    } catch (error) {
      if (stopping.aborted) return
      ctx.log.error({ err: error, sourceId }, 'the predictions of a project failed')
    }
    const pauseMs = Math.max(EVERY_MS, (ctx.clock.monotonic() - start) / SHARE_OF_TIME)
    const predictionsDueAt = Math.round(ctx.clock.now() + pauseMs)
    await ctx.db.update(projects).set({ predictionsDueAt }).where(eq(projects.sourceId, sourceId))
  }
}

/** Those that judge what arrives; those that have waited longest first. */
async function readDue({ db, clock }: Context): Promise<ProjectRow[]> {
  const now = clock.now()
  const rows = await selectProjects(db)
    .where(
      and(
        ...[isNull(projects.removedAt), eq(projects.dataType, 'Metric'), gt(projects.seriesCount, 0)],
        or(isNull(projects.predictionsDueAt), lte(projects.predictionsDueAt, now)),
      ),
    )
    .orderBy(sql`${asc(projects.predictionsDueAt)} nulls first`)
  return rows.filter((row) => projectState(row, now) === 'live')
}

async function predictProject(ctx: Context, row: ProjectRow, stopping: AbortSignal): Promise<void> {
  const sourceId = row.source.id
  const plan = forecastPlanOf(row, await readPosition(ctx, sourceId), HORIZON_HOURS)
  if (plan === undefined) return
  const screened = await screenSeries(ctx, { sourceId, to: plan.from, max: MAX_FORECAST }, stopping)
  const numberOf = new Map(screened.map(({ seriesId, number }) => [seriesId, number]))
  const series = screened.map(({ unit, type, ...one }) => ({
    ...one,
    isAbnormal: false,
    ...(unit !== null && { unit }),
    ...(type !== null && { type }),
  }))
  const forecast = await ctx.forecasts.read({ sourceId, plan, series }, stopping)
  const departures = forecast.series.flatMap((one) => departureOf(one, numberOf.get(one.seriesId)!) ?? [])
  await keep(ctx, { sourceId, historyMs: plan.from - plan.historyFrom }, departures)
}

/** Undefined for one that its range of forecasts does not leave altogether: it may as well stay. */
function departureOf({ outlook }: SeriesForecast, series: number): Departure | undefined {
  if (outlook?.kind !== 'leaves') return undefined
  const { side, limit, about, earliest, latest } = outlook
  if (about === null || earliest === null || latest === null) return undefined
  return { series, side, limit, about, earliest, latest }
}

/** In place of those from before; one that is predicted again keeps the time since when it is. */
async function keep(
  { db, clock }: Context,
  { sourceId, historyMs }: { sourceId: string; historyMs: number },
  departures: readonly Departure[],
): Promise<void> {
  const since = clock.now()
  const numbers = departures.map(({ series }) => series)
  await db.transaction(async (tx) => {
    const isGone = numbers.length === 0 ? undefined : notInArray(predictions.series, numbers)
    await tx.delete(predictions).where(and(eq(predictions.sourceId, sourceId), isGone))
    if (departures.length === 0) return
    await tx
      .insert(predictions)
      .values(departures.map((departure) => ({ ...departure, sourceId, historyMs, since })))
      .onConflictDoUpdate({ target: [predictions.sourceId, predictions.series], set: replaced })
  })
}

const replaced = Object.fromEntries(
  (['side', 'limit', 'about', 'earliest', 'latest', 'historyMs'] as const).map((name) => [
    name,
    sql`excluded.${sql.identifier(predictions[name].name)}`,
  ]),
)

const HOUR_MS = 3_600_000
/** Read at once. */
const SERIES_PER_READ = 1000

type ScreenedSeries = typeof series.$inferSelect

/**
 * The series of a project that are worth a forecast as of a time: at most so many of those that go furthest beyond their range if they go on as they do.
 * Counters leave every range and are no predictions.
 */
async function screenSeries(
  ctx: Context,
  { sourceId, to, max }: { sourceId: string; to: number; max: number },
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
      .slice(0, max)
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
    .limit(SERIES_PER_READ)
}

/** By how many times its range each of these series leaves it within a day, if it goes on as it does. */
async function readExcess(
  { points }: Context,
  sourceId: string,
  numbers: readonly number[],
  to: number,
): Promise<number[]> {
  const reduction = { from: to - SCREEN_HOURS * HOUR_MS, to, bucketMs: HOUR_MS, series: numbers }
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
