import { renderSentence, type SentenceParts } from '@omen/engine'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { findings, projects } from '../../schema/index.ts'
import type { DailySummary, ReportFinding } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { readReportEvents } from './events.ts'
import { readBegun, readTimes } from './figures.ts'
import { findSubject, type SubjectRequest } from './find-subject.ts'
import { addDays, localDay, sameTimeOn, startOfDay } from './local-day.ts'
import { readNumbers } from './numbers.ts'
import type { ReportedDetection, ReportSubject } from './report-subject.ts'

export interface DailyRequest extends SubjectRequest {
  /** `2026-10-25`. */
  readonly day?: string | undefined
  readonly timeZone: string
}

export type Daily = Omit<DailySummary, 'success'>

const DAYS_SHOWN = 30
const DAY_MS = 86_400_000

/** A day, or the last 24 hours, and what the last thirty days brought. */
export async function getDailySummary(ctx: Context, caller: Caller, request: DailyRequest): Promise<Daily> {
  return makeDaily(ctx, await findSubject(ctx, caller, request), request)
}

export async function makeDaily(
  ctx: Context,
  subject: ReportSubject,
  { day: wanted, locale, ...request }: DailyRequest,
): Promise<Daily> {
  const timeZone = requireTimeZone(request.timeZone)
  const now = subject.now
  const day = wanted === undefined ? localDay(now - 1, timeZone) : requireDay(wanted)
  const { from, to } = wanted === undefined ? { from: now - DAY_MS, to: now } : wholeDay(day, timeZone)
  const until = Math.max(from, Math.min(to, now))
  const isComplete = until === to
  const first = addDays(day, 1 - DAYS_SHOWN)
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const one = addDays(first, index)
    return { day: one, ...startAndEnd(one, timeZone) }
  }).filter(({ start, end }) => end > start)
  const [numbers, times, begun, events, found] = await Promise.all([
    readNumbers(ctx, subject, {
      span: { from, to: until },
      before: beforeOf({ day, from, until, isDay: wanted !== undefined }, timeZone),
      period: wanted === undefined ? 'last24h' : 'day',
      isComplete,
      timeZone,
      locale,
    }),
    readTimes(ctx, subject, days),
    readBegun(ctx, subject, days),
    readReportEvents(ctx, subject, { from: days[0]!.start, to: days.at(-1)!.end }),
    readReportFindings(ctx, subject, { from, to: until }, locale),
  ])
  return {
    ...numbers,
    day,
    from,
    to: until,
    days: days.map((one, index) => ({ ...one, ...times[index]!, incidents: begun[index]!.incidents })),
    events,
    ...found,
  }
}

function beforeOf(
  { day, from, until, isDay }: { day: string; from: number; until: number; isDay: boolean },
  timeZone: string,
) {
  if (!isDay) return { from: from - DAY_MS, to: from }
  const before = wholeDay(addDays(day, -1), timeZone)
  const isWhole = until === wholeDay(day, timeZone).to
  return { from: before.from, to: isWhole ? before.to : sameTimeOn(addDays(day, -1), until, timeZone) }
}

function wholeDay(day: string, timeZone: string) {
  return { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) }
}

function startAndEnd(day: string, timeZone: string) {
  const { from, to } = wholeDay(day, timeZone)
  return { start: from, end: to }
}

/** One that the calendar has. */
function requireDay(day: string): string {
  const time = Date.parse(day)
  if (Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === day) return day
  const sentence = { en: 'There is no such day.', 'zh-CN': '没有这一天。' }
  throw invalidField('day', 'must be a day of the calendar, such as 2026-10-25', { rule: 'wrong', sentence })
}

const MAX_FINDINGS = 100

interface Listed {
  readonly periods: ReportFinding[]
  readonly periodsTotal: number
}

/** What was found in a span, the latest first. */
async function readReportFindings(ctx: Context, subject: ReportSubject, span: Span, locale: Locale): Promise<Listed> {
  if (subject.detection !== undefined) return listDetected(subject.detection, span)
  const nameOf = new Map(subject.projects.map(({ source }) => [source.id, source.name]))
  if (nameOf.size === 0) return { periods: [], periodsTotal: 0 }
  const isWithin = and(
    inArray(findings.sourceId, [...nameOf.keys()]),
    ...[isNotNull(findings.key), lt(findings.startTime, span.to)],
    or(isNull(findings.endTime), gt(sql`${findings.endTime} + ${projects.samplingMs}`, span.from)),
  )
  const rows = await ctx.db
    .select({
      sourceId: findings.sourceId,
      kind: findings.kind,
      start: findings.startTime,
      end: findings.endTime,
      severity: findings.severity,
      direction: findings.direction,
      incidentId: findings.incidentId,
      stepMs: projects.samplingMs,
      sentence: sql<SentenceParts>`${findings.detail} -> 'sentence'`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(findings)
    .innerJoin(projects, eq(projects.sourceId, findings.sourceId))
    .where(isWithin)
    .orderBy(desc(findings.startTime), desc(findings.id))
    .limit(MAX_FINDINGS)
  return {
    periods: rows.map(({ sourceId, kind, start, end, severity, direction, ...row }) => ({
      start,
      end: end === null ? null : end + row.stepMs,
      kind,
      val: kind === 'down' ? -Math.PI : severity === null ? null : severity * (direction ?? 1),
      sentence: renderSentence(row.sentence, locale),
      incidentId: row.incidentId,
      projectName: nameOf.get(sourceId)!,
    })),
    periodsTotal: rows[0]?.total ?? 0,
  }
}

function listDetected({ wire, stepMs }: ReportedDetection, { from, to }: Span): Listed {
  const incidentOf = new Map(wire.incidents.flatMap(({ id, periodIds }) => periodIds.map((one) => [one, id])))
  const periods = wire.periods
    .filter(({ start, end }) => start < to && end + stepMs > from)
    .sort((a, b) => b.start - a.start)
    .map(({ id, start, end, kind, val, state, sentence }) => {
      const incidentId = incidentOf.get(id)
      return {
        start,
        end: state === 'open' ? null : end + stepMs,
        kind,
        val,
        sentence,
        projectName: '',
        incidentId: incidentId === undefined ? null : `${wire.id}.${incidentId}`,
      }
    })
  return { periods: periods.slice(0, MAX_FINDINGS), periodsTotal: periods.length }
}
