import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { DashboardDay, DashboardHour } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { isCounted } from '../incident-rows/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { findingsIn } from './findings-in.ts'
import { type LocalHour, localHours } from './local-hours.ts'
import { seriesTime, shareOf } from './series-time.ts'

export interface CalendarRequest {
  readonly from: number
  readonly to: number
  readonly timeZone: string
  readonly projects: readonly ProjectRow[]
}

interface HourRow {
  /** Counts from 1. */
  readonly bucket: number
  readonly findings: number
  readonly above: number | null
  readonly below: number | null
  readonly isGap: boolean
  /** Milliseconds that series were abnormal, of all series together. */
  readonly abnormalMs: number
}

/** What was found, by local hour and by local day. Hours without findings are left out, days are not. */
export async function readCalendar(
  ctx: Context,
  request: CalendarRequest,
): Promise<{ hours: DashboardHour[]; days: DashboardDay[] }> {
  const buckets = localHours(request, request.timeZone)
  const days = localDays(buckets)
  const [rows, begun] =
    request.projects.length === 0
      ? [[], []]
      : await Promise.all([readHours(ctx, request, buckets), countIncidents(ctx, request, days)])
  return { hours: toHours(rows, buckets), days: toDays(request.projects, days, { rows, begun }) }
}

async function readHours(
  { db, clock }: Context,
  { from, to, projects }: CalendarRequest,
  buckets: readonly LocalHour[],
): Promise<HourRow[]> {
  const seriesTotal = projects.reduce((sum, { project }) => sum + project.seriesCount, 0)
  const starts = sql`${sql.param(buckets.map(({ start }) => start))}::bigint[]`
  const ends = sql`${sql.param(buckets.map(({ end }) => end))}::bigint[]`
  const found = findingsIn(idsOf(projects), { from, to }, clock.now())
  const { rows } = (await db.execute(sql`
    with span as (select ${starts} as starts, ${ends} as ends),
    found as (
      select greatest(first, ${from}::bigint) as first, least(past, ${to}::bigint) as past, severity, direction,
        least(${seriesTotal}::int, series) as series
      from ${found} as touching
    )
    select bucket, count(*)::int as findings, bool_or(severity is null) as "isGap",
      max(severity) filter (where direction = 1) as above, max(severity) filter (where direction = -1) as below,
      coalesce(sum((least(past, ends[bucket]) - greatest(first, starts[bucket])) * series)
        filter (where severity is not null), 0)::float8 as "abnormalMs"
    from found, span, generate_series(width_bucket(first, starts), width_bucket(past - 1, starts)) as bucket
    where past > first
    group by bucket order by bucket`)) as unknown as { rows: HourRow[] }
  return rows
}

function toHours(rows: readonly HourRow[], buckets: readonly LocalHour[]): DashboardHour[] {
  return rows.map(({ bucket, above, below, ...row }) => {
    const { start, end, day, hour } = buckets[bucket - 1]!
    const severity = (below ?? 0) > (above ?? 0) ? -below! : above
    return { start, end, day, hour, findings: row.findings, severity, isGap: row.isGap }
  })
}

interface LocalDay {
  readonly day: string
  readonly start: number
  readonly end: number
  /** Its hours, counted from 0. */
  readonly hours: readonly number[]
}

function localDays(buckets: readonly LocalHour[]): LocalDay[] {
  const days = new Map<string, LocalDay>()
  for (const [index, { day, start, end }] of buckets.entries()) {
    const before = days.get(day)
    days.set(day, { day, start: before?.start ?? start, end, hours: [...(before?.hours ?? []), index] })
  }
  return [...days.values()]
}

interface DayCount {
  /** Counts from 1. */
  readonly day: number
  readonly count: number
}

async function countIncidents(
  { db }: Context,
  { from, to, projects }: CalendarRequest,
  days: readonly LocalDay[],
): Promise<DayCount[]> {
  const starts = sql`${sql.param(days.map(({ start }) => start))}::bigint[]`
  return await db
    .select({ day: sql<number>`width_bucket(${incidents.onset}, ${starts})`, count: sql<number>`count(*)::int` })
    .from(incidents)
    .where(
      and(inArray(incidents.sourceId, idsOf(projects)), gte(incidents.onset, from), lt(incidents.onset, to), isCounted),
    )
    .groupBy(sql`1`)
}

function toDays(
  projects: readonly ProjectRow[],
  days: readonly LocalDay[],
  { rows, begun }: { readonly rows: readonly HourRow[]; readonly begun: readonly DayCount[] },
): DashboardDay[] {
  const abnormalMs = new Map(rows.map((row) => [row.bucket - 1, row.abnormalMs]))
  const countOf = new Map(begun.map(({ day, count }) => [day - 1, count]))
  return days.map(({ day, start, end, hours }, index) => {
    const seriesMs = seriesTime(projects, { from: start, to: end })
    const abnormal = hours.reduce((sum, hour) => sum + (abnormalMs.get(hour) ?? 0), 0)
    return { day, start, end, abnormalShare: shareOf(abnormal, seriesMs), seriesMs, incidents: countOf.get(index) ?? 0 }
  })
}

function idsOf(projects: readonly ProjectRow[]): string[] {
  return projects.map(({ source }) => source.id)
}
