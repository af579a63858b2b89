import { findCrossing, guessUnit, plainUnit } from '@omen/engine'
import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { ForecastOutcome } from '../../ports/compute.ts'
import { alertSettings, series } from '../../schema/index.ts'
import type { ReportForecast, Threshold } from '../../schema/wire-types.ts'
import { matchesPattern } from '../alerts/match-series.ts'
import type { Context } from '../context.ts'
import { type ProjectRow, projectState } from '../projects/index.ts'

export type LimitCrossing = Omit<ReportForecast, 'sentence'>

const HOUR_MS = 3_600_000
const STEP_MS = 6 * HOUR_MS
/** Four weeks back, two weeks ahead. */
const HISTORY_STEPS = 112
const STEPS = 56
const LEVEL = 0.9
/** With fewer values nothing is said of the next two weeks. */
const MIN_VALUES = 28
/** A report does not wait for more of them. */
const MAX_PROJECTS = 20
const MAX_SERIES = 50

/** A limit of a series. */
interface Limited {
  readonly number: number
  readonly metric: string
  readonly instance: string
  readonly unit: string | null
  readonly side: 'above' | 'below'
  readonly limit: number
  readonly of: 'threshold' | 'full'
}

/** Series of live projects that are forecast to reach a limit of the alert settings, or 100 %, and have not reached it. */
export async function readLimitCrossings(ctx: Context, rows: readonly ProjectRow[]): Promise<LimitCrossing[]> {
  const now = ctx.clock.now()
  const live = rows.filter((row) => row.project.dataType === 'Metric' && projectState(row, now) === 'live')
  if (live.length === 0 || live.length > MAX_PROJECTS) return []
  const settings = await ctx.db
    .select({ sourceId: alertSettings.sourceId, thresholds: alertSettings.thresholds })
    .from(alertSettings)
    .where(
      inArray(
        alertSettings.sourceId,
        live.map(({ source }) => source.id),
      ),
    )
  const thresholdsOf = new Map(settings.map(({ sourceId, thresholds }) => [sourceId, thresholds]))
  const found: LimitCrossing[] = []
  for (const row of live) found.push(...(await crossingsOf(ctx, row, thresholdsOf.get(row.source.id) ?? [])))
  return found
}

async function crossingsOf(
  ctx: Context,
  { source, project, owner }: ProjectRow,
  thresholds: readonly Threshold[],
): Promise<LimitCrossing[]> {
  const limited = await readLimited(ctx, source.id, thresholds)
  if (limited.length === 0) return []
  const to = Math.floor(ctx.clock.now() / STEP_MS) * STEP_MS
  const reduction = { from: to - HISTORY_STEPS * STEP_MS, to, bucketMs: STEP_MS }
  const numbers = [...new Set(limited.map(({ number }) => number))]
  const reduced = await ctx.points.reduceLive(source.id, { ...reduction, series: numbers })
  const histories = limited.map(() => new Float64Array(HISTORY_STEPS).fill(Number.NaN))
  const placesOf = Map.groupBy(limited.keys(), (place) => limited[place]!.number)
  for (const [index, number] of reduced.series.entries())
    for (const place of placesOf.get(number) ?? []) {
      const { side } = limited[place]!
      histories[place]![reduced.bucket[index]!] = side === 'above' ? reduced.max[index]! : reduced.min[index]!
    }
  const isKnown = (values: Float64Array): boolean =>
    values.reduce((n, v) => n + Number(!Number.isNaN(v)), 0) >= MIN_VALUES
  const places = [...limited.keys()].filter((place) => isKnown(histories[place]!))
  if (places.length === 0) return []
  const times = Float64Array.from({ length: HISTORY_STEPS }, (_, step) => reduction.from + (step + 1) * STEP_MS)
  const outcomes = await ctx.compute.forecast({
    times,
    stepMs: STEP_MS,
    steps: STEPS,
    level: LEVEL,
    timeZone: project.timeZone,
    series: places.map((place) => ({ values: histories[place]!, isPercent: unitOf(limited[place]!) === '%' })),
  })
  return outcomes.flatMap((outcome, index) => {
    const one = limited[places[index]!]!
    const when = whenReached(outcome, one, to)
    if (when === undefined) return []
    const unit = unitOf(one)
    const { metric, instance, side, limit, of } = one
    return { projectName: source.name, owner, metric, instance, ...(unit !== '' && { unit }), side, limit, of, ...when }
  })
}

async function readLimited({ db }: Context, sourceId: string, thresholds: readonly Threshold[]): Promise<Limited[]> {
  const { number, metric, instance, unit } = series
  const isNoCounter = and(eq(series.isRate, false), or(isNull(series.type), ne(series.type, 'counter')))
  const rows = await db
    .select({ number, metric, instance, unit })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), isNoCounter))
    .orderBy(asc(number))
  return rows
    .flatMap((row): Limited[] => {
      const own = thresholds.filter((threshold) => matchesPattern(threshold.metric, row.metric))
      const limits = own.flatMap(({ alertAbove, alertBelow }): Limited[] => [
        ...(alertAbove === undefined
          ? []
          : [{ ...row, side: 'above' as const, limit: alertAbove, of: 'threshold' as const }]),
        ...(alertBelow === undefined
          ? []
          : [{ ...row, side: 'below' as const, limit: alertBelow, of: 'threshold' as const }]),
      ])
      if (limits.length > 0) return limits
      return unitOf(row) === '%' ? [{ ...row, side: 'above', limit: 100, of: 'full' }] : []
    })
    .slice(0, MAX_SERIES)
}

/** Undefined where it is there already, or not forecast to get there within the two weeks. */
function whenReached(
  outcome: ForecastOutcome,
  { side, limit }: Limited,
  now: number,
): Pick<LimitCrossing, 'about' | 'earliest' | 'latest'> | undefined {
  if (outcome.kind !== 'forecast') return undefined
  const { last, range } = outcome
  const wasThere = side === 'above' ? range.high >= limit : range.low <= limit
  if (wasThere || (side === 'above' ? last >= limit : last <= limit)) return undefined
  const { about, low, high } = findCrossing(outcome.curves, last, limit, STEP_MS)
  if (about === undefined) return undefined
  const at = (hours: number): number => Math.round(now + hours * HOUR_MS)
  return { about: at(about), earliest: at(Math.min(low ?? about, about)), latest: high === undefined ? null : at(high) }
}

function unitOf({ metric, unit }: Pick<Limited, 'metric' | 'unit'>): string {
  return plainUnit(unit ?? guessUnit(metric))
}
