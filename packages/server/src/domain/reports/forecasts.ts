import { formatDuration, formatTime, formatValue } from '@omen/charts/findings'
import { nameOnInstance, plainUnit } from '@omen/engine'
import type { ReportForecast } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readPredictions } from '../predictions/index.ts'
import { type LimitCrossing, readLimitCrossings } from './limit-crossings.ts'
import type { ReportSubject } from './report-subject.ts'

const mostForecasts = 20

interface Reader {
  readonly timeZone: string
  readonly locale: Locale
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Series that are forecast to reach a limit within two weeks, or to leave the range of their history within a day; the soonest first. */
export async function readForecasts(ctx: Context, subject: ReportSubject, reader: Reader): Promise<ReportForecast[]> {
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
    .slice(0, mostForecasts)
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
  const time = (at: number): string => formatTime(at, about - now < 2 * dayMs ? 'minute' : 'weekday', locale, timeZone)
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
  const unit = ms >= 3 * dayMs ? dayMs : ms >= 3 * hourMs ? hourMs : hourMs / 12
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
