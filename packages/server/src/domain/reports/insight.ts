import type { InsightReport, ReportBar, ReportPeriod, ReportWeekday } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import { localHours } from '../dashboard/local-hours.ts'
import { type CalendarPeriod, daysOf, periodAt, periodBefore, sameTimeBefore, weekdayOf } from './calendar-period.ts'
import { readReportEvents } from './events.ts'
import { type BegunFigures, readBegun, readTimes } from './figures.ts'
import { findSubject, type SubjectRequest } from './find-subject.ts'
import { readForecasts } from './forecasts.ts'
import { readNumbers } from './numbers.ts'
import type { ReportSubject } from './report-subject.ts'

export interface InsightRequest extends SubjectRequest {
  readonly period: ReportPeriod
  /** Any moment of the period. */
  readonly at?: number | undefined
  readonly timeZone: string
}

export type Insight = Omit<InsightReport, 'success'>

/** How a period of the calendar was against the one before; while it lasts, both until the same time. */
export async function getInsightReport(ctx: Context, caller: Caller, request: InsightRequest): Promise<Insight> {
  return makeInsight(ctx, await findSubject(ctx, caller, request), request)
}

export async function makeInsight(
  ctx: Context,
  subject: ReportSubject,
  { period, at, locale, ...request }: InsightRequest,
): Promise<Insight> {
  const timeZone = requireTimeZone(request.timeZone)
  const last = subject.detection?.wire.to ?? subject.now
  const shown = periodAt(at ?? last, period, timeZone)
  const previous = periodBefore(shown, period, timeZone)
  const until = Math.max(shown.from, Math.min(shown.to, subject.now))
  const isComplete = until === shown.to
  const beforeUntil = isComplete ? previous.to : sameTimeBefore(until, shown, previous, timeZone)
  const numbers = await readNumbers(ctx, subject, {
    ...{ span: { from: shown.from, to: until }, before: { from: previous.from, to: beforeUntil } },
    ...{ period, isComplete, timeZone, locale },
  })
  const [bars, beforeBars, events, forecasts] = await Promise.all([
    readBars(ctx, subject, slotsOf(shown, period, timeZone)),
    readBars(ctx, subject, slotsOf(previous, period, timeZone)),
    readReportEvents(ctx, subject, shown),
    isRecent(subject, shown, period) ? readForecasts(ctx, subject, { timeZone, locale }) : [],
  ])
  return {
    ...numbers,
    ...{ period, from: shown.from, to: shown.to, until, complete: isComplete },
    ...{ beforeFrom: previous.from, beforeUntil },
    bars: bars.map(({ bar }) => bar),
    beforeBars: beforeBars.map(({ bar }) => bar),
    weekdays: weekdaysOf(bars),
    ...{ events, forecasts },
  }
}

/** What is ahead of the period that lasts, or of the one after it. */
function isRecent({ now, detection }: ReportSubject, { to }: CalendarPeriod, period: ReportPeriod): boolean {
  return detection === undefined && periodAt(to, period, 'UTC').to > now - 2 * 86_400_000
}

type Slot = Pick<ReportBar, 'start' | 'end' | 'day' | 'hour'>

function slotsOf(shown: CalendarPeriod, period: ReportPeriod, timeZone: string): Slot[] {
  if (period === 'day') return localHours(shown, timeZone)
  return daysOf(shown, timeZone).map((day) => ({ ...day, hour: null }))
}

interface CountedBar {
  readonly bar: ReportBar
  readonly begun: BegunFigures
}

async function readBars(ctx: Context, subject: ReportSubject, slots: readonly Slot[]): Promise<CountedBar[]> {
  const [times, begun] = await Promise.all([readTimes(ctx, subject, slots), readBegun(ctx, subject, slots)])
  return slots.map((slot, index) => {
    const own = begun[index]!
    const { incidents, meanDurationMs, meanSeverity } = own
    return { bar: { ...slot, ...times[index]!, incidents, meanDurationMs, meanSeverity }, begun: own }
  })
}

function weekdaysOf(bars: readonly CountedBar[]): ReportWeekday[] {
  const weekdays = Map.groupBy(bars, ({ bar }) => weekdayOf(bar.day))
  return [...weekdays]
    .sort(([a], [b]) => a - b)
    .map(([weekday, own]) => {
      const sum = (of: (one: CountedBar) => number) => own.reduce((total, one) => total + of(one), 0)
      const incidents = sum(({ begun }) => begun.incidents)
      const rated = sum(({ begun }) => begun.rated)
      return {
        ...{ weekday, days: new Set(own.map(({ bar }) => bar.day)).size, incidents },
        abnormalMs: sum(({ bar }) => bar.abnormalMs),
        meanDurationMs: incidents === 0 ? null : sum(({ begun }) => begun.durationMs) / incidents,
        meanSeverity: rated === 0 ? null : sum(({ begun }) => begun.severity) / rated,
      }
    })
}
