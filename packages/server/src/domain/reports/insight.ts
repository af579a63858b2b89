import { formatDuration, formatTime, formatValue } from '@omen/charts/findings'
import { nameOnInstance, plainUnit } from '@omen/engine'
import type { InsightReport, ReportBar, ReportForecast, ReportPeriod, ReportWeekday } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import { localHours } from '../dashboard/local-hours.ts'
import type { Locale } from '../errors.ts'
import { readPredictions } from '../predictions/index.ts'
import { type CalendarPeriod, daysOf, periodAt, periodBefore, sameTimeBefore, weekdayOf } from './calendar-period.ts'
import { readReportEvents } from './events.ts'
import { type BegunFigures, readBegun, readTimes } from './figures.ts'
import { findSubject, type SubjectRequest } from './find-subject.ts'
import { type LimitCrossing, readLimitCrossings } from './limit-crossings.ts'
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
    span: { from: shown.from, to: until },
    before: { from: previous.from, to: beforeUntil },
    period,
    isComplete,
    timeZone,
    locale,
  })
  const [bars, beforeBars, events, forecasts] = await Promise.all([
    readBars(ctx, subject, slotsOf(shown, period, timeZone)),
    readBars(ctx, subject, slotsOf(previous, period, timeZone)),
    readReportEvents(ctx, subject, shown),
    isRecent(subject, shown, period) ? readForecasts(ctx, subject, { timeZone, locale }) : [],
  ])
  return {
    ...numbers,
    period,
    from: shown.from,
    to: shown.to,
    until,
    complete: isComplete,
    beforeFrom: previous.from,
    beforeUntil,
    bars: bars.map(({ bar }) => bar),
    beforeBars: beforeBars.map(({ bar }) => bar),
    weekdays: weekdaysOf(bars),
    events,
    forecasts,
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
        weekday,
        days: new Set(own.map(({ bar }) => bar.day)).size,
        incidents,
        abnormalMs: sum(({ bar }) => bar.abnormalMs),
        meanDurationMs: incidents === 0 ? null : sum(({ begun }) => begun.durationMs) / incidents,
        meanSeverity: rated === 0 ? null : sum(({ begun }) => begun.severity) / rated,
      }
    })
}

const MAX_FORECASTS = 20

interface Reader {
  readonly timeZone: string
  readonly locale: Locale
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Series that are forecast to reach a limit within two weeks, or to leave the range of their history within a day; the soonest first. */
async function readForecasts(ctx: Context, subject: ReportSubject, reader: Reader): Promise<ReportForecast[]> {
  const [limits, predictions] = await Promise.all([
    readLimitCrossings(ctx, subject.projects),
    readPredictions(ctx, [...subject.projects]),
  ])
  const isKnown = new Set(limits.map(keyOf))
  const ofHistory = predictions
    .map(({ row, metric, instance, unit, predicted: { side, limit, about, earliest, latest } }): LimitCrossing => {
      const shown = plainUnit(unit ?? '')
      const names = { projectName: row.source.name, owner: row.owner, metric, instance }
      return { ...names, ...(shown !== '' && { unit: shown }), side, limit, of: 'history', about, earliest, latest }
    })
    .filter((one) => !isKnown.has(keyOf(one)))
  return [...limits, ...ofHistory]
    .sort((a, b) => a.about - b.about)
    .slice(0, MAX_FORECASTS)
    .map((one) => ({ ...one, sentence: sentenceOf(one, subject.now, reader) }))
}

function keyOf({ projectName, owner, metric, instance }: LimitCrossing): string {
  return JSON.stringify([projectName, owner, metric, instance])
}

/** "disk_used on node3 reaches 90 % in about 5 days, between 3 and 9 days (Sun 25 Oct to Sat 31 Oct)". */
function sentenceOf(one: LimitCrossing, now: number, { timeZone, locale }: Reader): string {
  const { side, limit, unit = '', about, earliest, latest, of } = one
  const words = wordsOf[locale]
  const name = nameOnInstance(one, locale)
  const value = formatValue(limit, unit, locale)
  const time = (at: number): string => formatTime(at, about - now < 2 * DAY_MS ? 'minute' : 'weekday', locale, timeZone)
  const inTime = (at: number): string => formatDuration(roundedTo(Math.max(0, at - now)), locale)
  const what = of === 'history' ? words.leaves(value, side) : words.reaches(value, side)
  const between =
    latest === null
      ? words.notBefore(time(earliest))
      : words.between(inTime(earliest), inTime(latest), time(earliest), time(latest))
  return words.whole(name, what, inTime(about), between)
}

/** A forecast knows no minutes: whole days from three days on, whole hours from three hours on. */
function roundedTo(ms: number): number {
  const unit = ms >= 3 * DAY_MS ? DAY_MS : ms >= 3 * HOUR_MS ? HOUR_MS : HOUR_MS / 12
  return Math.max(unit, Math.round(ms / unit) * unit)
}

type Side = LimitCrossing['side']

interface Words {
  reaches(value: string, side: Side): string
  leaves(value: string, side: Side): string
  between(low: string, high: string, from: string, to: string): string
  notBefore(time: string): string
  whole(name: string, what: string, about: string, between: string): string
}

const wordsOf: Readonly<Record<Locale, Words>> = {
  en: {
    reaches: (value, side) => `${side === 'above' ? 'reaches' : 'falls to'} ${value}`,
    leaves: (value, side) => `${side === 'above' ? 'rises above' : 'falls below'} ${value}, the edge of its past,`,
    between: (low, high, from, to) =>
      low === high ? ` (${from} to ${to})` : `, between ${low} and ${high} (${from} to ${to})`,
    notBefore: (time) => `, not before ${time}`,
    whole: (name, what, about, between) => `${name} ${what} in about ${about}${between}`,
  },
  'zh-CN': {
    reaches: (value, side) => `${side === 'above' ? '达到' : '降至'} ${value}`,
    leaves: (value, side) => `${side === 'above' ? '升破' : '跌破'}历史范围边界 ${value}`,
    between: (low, high, from, to) =>
      low === high ? `（${from} 至 ${to}）` : `，介于 ${low}与 ${high}之间（${from} 至 ${to}）`,
    notBefore: (time) => `，不早于 ${time}`,
    whole: (name, what, about, between) => `${name} 预计约 ${about}后${what}${between}`,
  },
}
