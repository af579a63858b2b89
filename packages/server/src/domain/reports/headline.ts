import { formatHours } from '@omen/charts/findings'
import type { ReportFigures, ReportIncident, ReportShare, ReportTrend } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

/** What a report compares, each until the same time of its period. */
export interface Compared {
  readonly figures: ReportFigures
  readonly before: ReportFigures
  readonly hasData: boolean
  readonly hadData: boolean
}

const MINUTE_MS = 60_000
/** A change counts from so much on, and from this part of the larger one on. */
const MIN_CHANGE_MS = 10 * MINUTE_MS
const MIN_PART = 0.2
/** One place is named where most of the time was there. */
const MOSTLY_SHARE = 0.5

export function trendOf({ figures, before, hasData, hadData }: Compared): ReportTrend {
  if (!hasData) return 'noData'
  const [now, was] = [figures.abnormalMs, before.abnormalMs]
  if (!hadData) return now > 0 ? 'first' : 'quiet'
  const change = now - was
  const isSame = Math.abs(change) < Math.max(MIN_CHANGE_MS, MIN_PART * Math.max(now, was))
  if (isSame) return now === 0 ? 'quiet' : 'same'
  return now === 0 ? 'quiet' : change > 0 ? 'worse' : 'better'
}

export type HeadlinePeriod = 'day' | 'week' | 'month' | 'last24h'

export interface HeadlineFacts extends Compared {
  readonly period: HeadlinePeriod
  readonly isComplete: boolean
  /** Of a project or a file; undefined for several. */
  readonly name: string | undefined
  readonly byInstance: readonly ReportShare[]
  readonly incidents: readonly ReportIncident[]
}

/** One sentence that says what changed: how long it was abnormal, how long before, and where most of it was. */
export function headlineOf(facts: HeadlineFacts, locale: Locale): string {
  const words = wordsOf[locale]
  const trend = trendOf(facts)
  const duration = (ms: number): string => formatHours(Math.max(ms, MINUTE_MS), locale)
  const { figures, before, hadData, period, isComplete, name } = facts
  if (trend === 'noData') return words.noData(name, words.this[period])
  const was = !hadData ? undefined : before.abnormalMs === 0 ? words.nothing : duration(before.abnormalMs)
  if (trend === 'quiet')
    return before.abnormalMs >= MIN_CHANGE_MS && hadData
      ? words.quietAfter(words.adjective.quiet(period, isComplete), was!, words.before[period])
      : words.quiet(words.adjective.quiet(period, isComplete))
  const lead = words.adjective[trend](period, isComplete)
  const now = duration(figures.abnormalMs)
  const main = was === undefined ? words.first(lead, now, words.before[period]) : words.instead(lead, now, was)
  const rest = whereOf(facts, words, duration)
  return rest === undefined ? main : main + words.semicolon + rest
}

/** Where more than half of the time was, or what was worst. */
function whereOf(
  { byInstance, incidents, figures }: HeadlineFacts,
  words: Words,
  duration: (ms: number) => string,
): string | undefined {
  const [place] = byInstance
  const [worst] = incidents
  const named = worst === undefined || worst.val === null ? undefined : words.worst(worst.title)
  if (place === undefined || place.name === '' || byInstance.length < 2 || place.shareOfTime < MOSTLY_SHARE)
    return named
  const where =
    place.abnormalMs >= 0.995 * figures.abnormalMs
      ? words.all(place.name)
      : words.mostly(duration(place.abnormalMs), place.name)
  return figures.incidents > 1 && named !== undefined ? `${where}${words.comma}${named}` : where
}

type Adjective = (period: HeadlinePeriod, isComplete: boolean) => string

interface Words {
  readonly this: Readonly<Record<HeadlinePeriod, string>>
  readonly before: Readonly<Record<HeadlinePeriod, string>>
  readonly adjective: Readonly<Record<'quiet' | 'worse' | 'better' | 'same' | 'first', Adjective>>
  readonly nothing: string
  readonly semicolon: string
  readonly comma: string
  noData(name: string | undefined, period: string): string
  quiet(lead: string): string
  quietAfter(lead: string, was: string, before: string): string
  first(lead: string, now: string, before: string): string
  instead(lead: string, now: string, was: string): string
  mostly(time: string, place: string): string
  all(place: string): string
  worst(title: string): string
}

const NOUNS = { day: 'day', week: 'week', month: 'month', last24h: 'day' } as const
const english =
  (adjective: string): Adjective =>
  (period, isComplete) =>
    isComplete || period === 'last24h' ? `${adjective} ${NOUNS[period]}` : `${adjective} ${NOUNS[period]} so far`

const ZH_NOUNS = { day: '今天', week: '本周', month: '本月', last24h: '最近 24 小时' } as const
const ZH_OVER = { day: '当天', week: '当周', month: '当月', last24h: '最近 24 小时' } as const
const chinese =
  (state: string): Adjective =>
  (period, isComplete) =>
    `${isComplete ? ZH_OVER[period] : ZH_NOUNS[period]}${isComplete || period === 'last24h' ? '' : '至今'}${state}`

const wordsOf: Readonly<Record<Locale, Words>> = {
  en: {
    this: { day: 'this day', week: 'this week', month: 'this month', last24h: 'the last 24 hours' },
    before: { day: 'the day before', week: 'the week before', month: 'the month before', last24h: 'the day before' },
    adjective: {
      quiet: english('A quiet'),
      worse: english('A worse'),
      better: english('A better'),
      same: english('An ordinary'),
      first: (period) => (period === 'last24h' ? 'The last 24 hours' : `The first ${NOUNS[period]} with data`),
    },
    nothing: 'none',
    semicolon: '; ',
    comma: ', ',
    noData: (name, period) =>
      name === undefined ? `There is no data for ${period}` : `${name} has no data for ${period}`,
    quiet: (lead) => `${lead}: nothing was abnormal`,
    quietAfter: (lead, was, before) => `${lead}: nothing was abnormal, after ${was} ${before}`,
    first: (lead, now) => `${lead}: ${now} abnormal`,
    instead: (lead, now, was) => `${lead}: ${now} abnormal instead of ${was}`,
    mostly: (time, place) => `${time} of it on ${place}`,
    all: (place) => `all of it on ${place}`,
    worst: (title) => `worst: ${title}`,
  },
  'zh-CN': {
    this: { day: '这一天', week: '这一周', month: '这个月', last24h: '最近 24 小时' },
    before: { day: '前一天', week: '前一周', month: '前一个月', last24h: '前一天' },
    adjective: {
      quiet: chinese('平稳'),
      worse: chinese('变差'),
      better: chinese('好转'),
      same: chinese('与往常相当'),
      first: (period) => (period === 'last24h' ? '最近 24 小时' : `${ZH_OVER[period]}首次有数据`),
    },
    nothing: '无异常',
    semicolon: '；',
    comma: '，',
    noData: (name, period) => (name === undefined ? `${period}没有数据` : `${name} ${period}没有数据`),
    quiet: (lead) => `${lead}：没有异常`,
    quietAfter: (lead, was, before) => `${lead}：没有异常，${before}为 ${was}`,
    first: (lead, now) => `${lead}：异常 ${now}`,
    instead: (lead, now, was) => `${lead}：异常 ${now}，此前为 ${was}`,
    mostly: (time, place) => `其中 ${time}在 ${place}`,
    all: (place) => `全部在 ${place}`,
    worst: (title) => `最严重的是 ${title}`,
  },
}
