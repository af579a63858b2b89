import { and, desc, eq, gte, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { findings, incidents, verdicts } from '../../schema/index.ts'
import type { Verdict } from '../../schema/wire-types.ts'
import { readSkippedTimes } from '../calendars/index.ts'
import type { Context } from '../context.ts'

/** No more of the time than this is left out for findings without a verdict: a project in which something is always found would learn nothing. */
const MAX_LEFT_OUT_SHARE = 1 / 3
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** What comes each day or each week is normal; so much earlier or later is the same time of day. */
const RHYTHMS_MS = [DAY_MS, 7 * DAY_MS]
const RHYTHM_SLACK_MS = 30 * MINUTE_MS

/** Epoch milliseconds. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** A period on live data with the verdict on it, if there is one. */
export interface FoundInterval extends Interval {
  readonly isNewNormal: boolean
  readonly verdict: Verdict | null
  /** The series that leads it and the side that it is on; null where that is not known. */
  readonly lead: string | null
}

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The intervals that a training leaves out: those confirmed by a verdict, however many, then the most severe others. A false alarm is to be learned, and so are
 * a level that has become the new normal and what comes at the same time of day, unless it was confirmed.
 */
export function exclusionsOf(found: readonly FoundInterval[], span: Span): Interval[] {
  const within = ({ start, end }: Interval): Interval => ({
    start: Math.max(start, span.from),
    end: Math.min(end, span.to),
  })
  const confirmed = found.filter(({ verdict }) => verdict === 'true').map(within)
  const unconfirmed = found.filter(({ verdict }) => verdict !== 'true')
  const others = unconfirmed.filter(
    (one) => one.verdict !== 'false' && !one.isNewNormal && !unconfirmed.some((other) => isSameJob(one, other)),
  )
  let left = (span.to - span.from) * MAX_LEFT_OUT_SHARE
  for (const { start, end } of confirmed) left -= end - start
  return others.map(within).reduce((kept, one) => {
    left -= one.end - one.start
    if (left >= 0) kept.push(one)
    return kept
  }, confirmed)
}

/** Whether two periods of a series begin a day or a week apart: left out as a fault each time, a job that runs every night would be one for ever. */
function isSameJob(one: FoundInterval, other: FoundInterval): boolean {
  const apartMs = Math.abs(one.start - other.start)
  return (
    one.lead !== null &&
    one.lead === other.lead &&
    RHYTHMS_MS.some((rhythmMs) => Math.abs(apartMs - rhythmMs) <= RHYTHM_SLACK_MS)
  )
}

/** What takes the place of a verdict on a finding, or of what was said of an incident. */
export type Assumed =
  | { readonly findingId: number; readonly verdict: Verdict }
  | { readonly incidentId: string; readonly isExcluded: boolean }

/** What a training on an interval of a project leaves out, by verdicts, incidents that are left out, and calendars. */
export async function readExclusions(
  ctx: Pick<Context, 'db' | 'log'>,
  sourceId: string,
  span: Span,
  assumed?: Assumed,
): Promise<Interval[]> {
  const isWithin = and(lte(findings.startTime, span.to), or(isNull(findings.endTime), gte(findings.endTime, span.from)))
  const rows = await ctx.db
    .select({
      id: findings.id,
      start: findings.startTime,
      end: findings.endTime,
      verdict: verdicts.verdict,
      lead: sql<string | null>`${findings.leadSeries} || ' ' || ${findings.direction}`,
      isNewNormal: sql<boolean>`coalesce((${findings.detail} ->> 'isNewNormal')::boolean, false)`,
    })
    .from(findings)
    .leftJoin(verdicts, eq(verdicts.findingId, findings.id))
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), eq(findings.type, 'period'), isWithin))
    .orderBy(desc(findings.severity), findings.id)
  const found = rows.map(({ id, end, verdict, ...row }) => ({
    ...row,
    end: end ?? span.to,
    verdict: assumed !== undefined && 'findingId' in assumed && id === assumed.findingId ? assumed.verdict : verdict,
  }))
  const gone = await readConfirmedGone(ctx, sourceId, span)
  const excluded = await readExcludedIncidents(ctx, sourceId, span, assumed)
  const skipped = await readSkippedTimes(ctx, sourceId, span)
  return [...exclusionsOf([...found, ...gone, ...excluded], span), ...skipped]
}

/** The whole time of each incident that a person has left out. */
async function readExcludedIncidents(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  span: Span,
  assumed: Assumed | undefined,
): Promise<FoundInterval[]> {
  const isAssumed = assumed !== undefined && 'incidentId' in assumed
  const isExcluded = isNotNull(incidents.excludedAt)
  const isMeant = isAssumed
    ? assumed.isExcluded
      ? or(isExcluded, eq(incidents.id, assumed.incidentId))
      : and(isExcluded, ne(incidents.id, assumed.incidentId))
    : isExcluded
  const isWithin = and(lte(incidents.onset, span.to), or(isNull(incidents.endTime), gte(incidents.endTime, span.from)))
  const rows = await ctx.db
    .select({ start: incidents.onset, end: incidents.endTime })
    .from(incidents)
    .where(and(eq(incidents.sourceId, sourceId), isNull(incidents.mergedInto), isMeant, isWithin))
  return rows.map(({ start, end }) => {
    return { start, end: end ?? span.to, isNewNormal: false, verdict: 'true', lead: null }
  })
}

/** Periods that were confirmed and are not found any more, as they were reviewed. */
async function readConfirmedGone(ctx: Pick<Context, 'db'>, sourceId: string, span: Span): Promise<FoundInterval[]> {
  const rows = await ctx.db
    .select({ period: verdicts.period })
    .from(verdicts)
    .where(and(eq(verdicts.sourceId, sourceId), isNull(verdicts.findingId), eq(verdicts.verdict, 'true')))
  return rows
    .filter(({ period: { start, end } }) => start <= span.to && end >= span.from)
    .map(({ period: { start, end } }) => ({ start, end, isNewNormal: false, verdict: 'true', lead: null }))
}
