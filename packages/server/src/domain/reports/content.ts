import {
  channels,
  durationTicks,
  formatCount,
  formatDuration,
  formatHours,
  formatSeverity,
  formatShare,
  formatTime,
  formatValue,
  placeInBars,
  severityColor,
} from '@omen/charts/findings'
import type { ReportBar, ReportIncident, ReportShare } from '../../schema/wire-types.ts'
import { plainText } from '../alert-mail/plain-text.ts'
import type { Locale } from '../errors.ts'
import type { Daily } from './daily.ts'
import type { Insight } from './insight.ts'
import { type ReportWords, reportWords } from './words.ts'

/** A report to be written out. */
export type Made =
  | { readonly kind: 'daily'; readonly report: Daily }
  | { readonly kind: 'insight'; readonly report: Insight }

export interface ContentTable {
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly isNumber?: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Below it; what is left out. */
  readonly more?: string | undefined
}

export interface ContentIncident {
  readonly title: string
  readonly brief: string
  readonly facts: readonly string[]
  /** `#rrggbb`. */
  readonly color: string
  /** Id for links. */
  readonly id: string
}

export interface ContentBars {
  readonly title: string
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
  readonly bars: readonly {
    readonly id: string
    readonly label: string
    readonly now: number
    readonly before: number | null
    readonly missing: number
    readonly text: string
  }[]
  /** What changed, over the bars. */
  readonly flags: readonly { readonly id: string; readonly place: number }[]
  /** A sentence for each bar that has anything. */
  readonly spoken: readonly string[]
  readonly hasBefore: boolean
  readonly hasMissing: boolean
}

/** Everything that a report says, in its language and order; how it looks is decided by who writes it out. */
export interface ReportContent {
  readonly locale: Locale
  /** "shop, 19–25 Oct 2026". */
  readonly title: string
  readonly label: string
  readonly about: string
  readonly headline: string
  readonly figures: readonly { readonly value: string; readonly label: string; readonly before: string }[]
  readonly bars: ContentBars
  readonly weekdays: ContentTable | undefined
  /** What changed in the time of the report, and when. */
  readonly changes: readonly string[]
  readonly changesTitle: string
  readonly moreChanges: string | undefined
  readonly incidents: readonly ContentIncident[]
  readonly incidentsTitle: string
  readonly moreIncidents: string | undefined
  readonly noIncidents: string
  readonly forecasts: readonly string[]
  readonly forecastsTitle: string
  readonly shares: readonly ContentTable[]
  readonly statistics: ContentTable
}

interface Style {
  readonly words: ReportWords
  readonly locale: Locale
  readonly timeZone: string
}

const MAX_CHANGES = 20
const NEUTRAL_COLOR = '#8a8f98'

export function contentOf(made: Made, locale: Locale, maxStatistics = 500): ReportContent {
  const { report, kind } = made
  const words = reportWords[locale]
  const style: Style = { words, locale, timeZone: report.timeZone }
  const { scope, incidents, incidentsTotal } = report
  const name = plainText(
    scope.kind === 'projects' ? words.allProjects(formatCount(scope.projects, locale)) : scope.name,
  )
  const forecasts = kind === 'insight' ? made.report.forecasts : []
  const left = incidentsTotal - incidents.length
  return {
    locale,
    title: `${name}${words.comma}${spanText(made, style)}`,
    label: words.label[kind],
    about: [
      words.size(formatCount(scope.series, locale), scope.instances, scope.metrics),
      ...(kind === 'insight' && !made.report.complete
        ? [words.until(formatTime(made.report.until, 'full', locale, report.timeZone))]
        : []),
      words.zone(report.timeZone),
    ].join(' · '),
    headline: plainText(report.headline),
    figures: figuresOf(made, style),
    bars: barsOf(made, style),
    weekdays: kind === 'insight' && made.report.period === 'month' ? weekdaysOf(made.report, style) : undefined,
    ...changesOf(made, style),
    incidents: incidents.map((one) => incidentOf(one, scope.kind === 'projects', style)),
    incidentsTitle: words.incidents,
    moreIncidents: left > 0 ? words.moreIncidents(formatCount(left, locale)) : undefined,
    noIncidents: words.noIncidents,
    forecasts: forecasts.map(({ sentence }) => plainText(sentence)),
    forecastsTitle: words.forecasts,
    shares: [
      sharesOf(report.byInstance, words.byInstance, words.noInstance, style),
      sharesOf(report.byMetric, words.byMetric, words.logLines, style),
    ].filter(({ rows }) => rows.length > 0),
    statistics: statisticsOf(made, style, maxStatistics),
  }
}

function spanText(made: Made, { locale, timeZone }: Style): string {
  const date = (at: number): string => formatTime(at, 'date', locale, timeZone)
  if (made.kind === 'daily') return date(made.report.to - 1)
  const { period, from, to } = made.report
  if (period === 'day') return date(from)
  if (period === 'month')
    return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      month: 'long',
      year: 'numeric',
      timeZone,
    }).format(from)
  return `${formatTime(from, 'day', locale, timeZone)} – ${date(to - 1)}`
}

function figuresOf(made: Made, { words, locale }: Style): ReportContent['figures'] {
  const { figures, before, trend } = made.report
  const unit = made.kind === 'insight' ? made.report.period : 'last24h'
  const was = (value: string): string => (trend === 'first' || trend === 'noData' ? '' : words.before[unit](value))
  const hours = (ms: number): string => formatHours(ms, locale)
  const duration = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms, locale))
  const row = (label: keyof ReportWords['figure'], value: string, earlier: string) => ({
    label: words.figure[label],
    value,
    before: was(earlier),
  })
  return [
    row('incidents', formatCount(figures.incidents, locale), formatCount(before.incidents, locale)),
    row('abnormal', hours(figures.abnormalMs), hours(before.abnormalMs)),
    row('meanDuration', duration(figures.meanDurationMs), duration(before.meanDurationMs)),
    row('meanSeverity', formatSeverity(figures.meanSeverity, locale), formatSeverity(before.meanSeverity, locale)),
    row('arrived', formatShare(figures.arrivedShare, locale), formatShare(before.arrivedShare, locale)),
  ]
}

function barsOf(made: Made, { words, locale, timeZone }: Style): ContentBars {
  const all = made.kind === 'insight' ? made.report.bars : made.report.days.map((day) => ({ ...day, hour: null }))
  const earlier = made.kind === 'insight' ? made.report.beforeBars : []
  const isByHour = made.kind === 'insight' && made.report.period === 'day'
  const isWeek = made.kind === 'insight' && made.report.period === 'week'
  const labelOf = ({ start, day, hour }: Pick<ReportBar, 'start' | 'day' | 'hour'>): string => {
    if (hour !== null) return String(hour).padStart(2, '0')
    return isWeek ? formatTime(start, 'weekdayDay', locale, timeZone) : String(Number(day.slice(8)))
  }
  const longLabel = ({ start, hour }: Pick<ReportBar, 'start' | 'hour'>): string =>
    formatTime(start, hour === null ? 'weekday' : 'minute', locale, timeZone)
  const hours = (ms: number): string => formatHours(ms, locale)
  const beforeOf = (index: number): number | null => earlier[index]?.abnormalMs ?? null
  const upTo = Math.max(
    60_000,
    ...all.map(({ abnormalMs, missingMs }, index) => Math.max(abnormalMs + missingMs, beforeOf(index) ?? 0)),
  )
  return {
    title: words.bars[isByHour ? 'hour' : 'day'],
    ticks: durationTicks(upTo, locale),
    bars: all.map((one, index) => ({
      id: String(one.start),
      label: labelOf(one),
      now: one.abnormalMs,
      before: beforeOf(index),
      missing: one.missingMs,
      text: one.abnormalMs > 0 ? hours(one.abnormalMs) : '',
    })),
    flags: made.report.events.flatMap(({ id, at }) => {
      const place = placeInBars(all, at)
      return place === undefined ? [] : [{ id, place }]
    }),
    spoken: all.flatMap((one, index) => {
      const before = beforeOf(index) ?? 0
      if (one.abnormalMs + one.missingMs + before === 0) return []
      const some = (ms: number): string | undefined => (ms > 0 ? hours(ms) : undefined)
      return [words.barText(longLabel(one), hours(one.abnormalMs), some(before), some(one.missingMs))]
    }),
    hasBefore: all.some((_, index) => (beforeOf(index) ?? 0) > 0),
    hasMissing: all.some(({ missingMs }) => missingMs > 0),
  }
}

/** The latest last; of a daily summary those of its day. */
function changesOf({ report }: Made, { words, locale, timeZone }: Style) {
  const end = 'until' in report ? report.until : report.to
  const all = report.events.filter(({ at }) => at >= report.from && at < end)
  const shown = all.slice(-MAX_CHANGES)
  const left = all.length - shown.length
  const changes = shown.map(({ at, title, projectName, instances }) => {
    const when = `${formatTime(at, 'weekday', locale, timeZone)} ${formatTime(at, 'minute', locale, timeZone)}`
    const about = [...(report.scope.kind === 'projects' ? [projectName] : []), ...instances].map(plainText)
    return [when, plainText(title), ...(about.length === 0 ? [] : [about.join(words.comma)])].join(' · ')
  })
  return {
    changes,
    changesTitle: words.changes,
    moreChanges: left > 0 ? words.more(formatCount(left, locale)) : undefined,
  }
}

function weekdaysOf({ weekdays }: Insight, { words, locale }: Style): ContentTable {
  // 1 January 2024 was a Monday
  const nameOf = (weekday: number): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
  const { columns } = words
  return {
    title: words.weekdays,
    columns: [
      { title: columns.weekday },
      ...[columns.incidents, columns.abnormal, columns.meanDuration, columns.meanSeverity].map((title) => ({
        title,
        isNumber: true,
      })),
    ],
    rows: weekdays.map(({ weekday, incidents, abnormalMs, meanDurationMs, meanSeverity }) => [
      nameOf(weekday),
      formatCount(incidents, locale),
      formatHours(abnormalMs, locale),
      meanDurationMs === null ? '–' : formatDuration(meanDurationMs, locale),
      formatSeverity(meanSeverity, locale),
    ]),
  }
}

function incidentOf(one: ReportIncident, namesProject: boolean, { words, locale, timeZone }: Style): ContentIncident {
  const { onset, end, durationMs, val } = one
  const time = formatTime(onset, 'weekday', locale, timeZone)
  const clock = formatTime(onset, 'minute', locale, timeZone)
  const when = `${time} ${clock}`
  const duration = formatDuration(durationMs, locale)
  const severity = val === null ? null : val === -Math.PI ? 10 : Math.abs(val)
  return {
    id: one.id,
    title: plainText(one.title),
    brief: plainText(one.brief),
    facts: [
      ...(namesProject ? [plainText(one.projectName)] : []),
      end === null ? words.soFar(when, duration) : words.since(when, duration),
      severity === null ? words.missing : words.severity(formatSeverity(severity, locale)),
    ],
    color: val === null ? NEUTRAL_COLOR : hexOf(val),
  }
}

function hexOf(val: number): string {
  const rgb = channels(severityColor(val))!
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function sharesOf(
  shares: readonly ReportShare[],
  title: string,
  unnamed: string,
  { words, locale }: Style,
): ContentTable {
  const { columns } = words
  return {
    title,
    columns: [
      { title: columns.name },
      ...[columns.share, columns.abnormal, columns.findings, columns.meanSeverity].map((one) => ({
        title: one,
        isNumber: true,
      })),
    ],
    rows: shares.map(({ name, projectName, shareOfTime, abnormalMs, findings, meanSeverity }) => [
      [...(projectName === undefined ? [] : [plainText(projectName)]), plainText(name) || unnamed].join(' · '),
      formatShare(shareOfTime, locale),
      formatHours(abnormalMs, locale),
      formatCount(findings, locale),
      formatSeverity(meanSeverity, locale),
    ]),
  }
}

function statisticsOf({ report }: Made, { words, locale }: Style, upTo: number): ContentTable {
  const { columns } = words
  const namesProject = report.scope.kind === 'projects'
  const shown = report.statistics.slice(0, upTo)
  const left = report.statisticsTotal - shown.length
  return {
    title: words.statistics,
    columns: [
      ...(namesProject ? [{ title: columns.project }] : []),
      ...[columns.instance, columns.metric].map((title) => ({ title })),
      ...[columns.up, columns.min, columns.max, columns.mean, columns.deviation, columns.relevance].map((title) => ({
        title,
        isNumber: true,
      })),
    ],
    rows: shown.map(({ projectName, instance, metric, unit = '', uptime, min, max, mean, deviation, relevance }) => [
      ...(namesProject ? [plainText(projectName)] : []),
      plainText(instance) || '–',
      plainText(metric),
      formatShare(uptime, locale),
      ...[min, max, mean, deviation].map((value) => formatValue(value, unit, locale)),
      new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(relevance),
    ]),
    more: left > 0 ? words.more(formatCount(left, locale)) : undefined,
  }
}
