import type { DailySummary, InsightReport, ReportFigures, ReportIncident } from '@omen/sdk'
import { duration } from './duration.ts'
import { plain } from './plain.ts'
import { severityCell } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'
import { wrapAt } from './wrap.ts'

type Report = DailySummary | InsightReport

const BARS = '▁▂▃▄▅▆▇█'
const MAX_INCIDENTS = 10
const MAX_STATISTICS = 12
const MAX_CHANGES = 10

/** A report for a terminal: the sentence, figures with those before, time by day, incidents, where it was, statistics. */
export function renderReport(report: Report, view: View): string {
  const { paint, width } = view
  const { scope, timeZone, headline, figures, before, trend } = report
  const name = scope.kind === 'projects' ? `${scope.projects} projects` : scope.name
  const size = `${scope.series} series, ${scope.instances} instances, ${scope.metrics} metrics`
  const blocks = [
    [
      ...wrapAt(plain(headline), width).map(paint.bold),
      ...wrapAt(plain(`${name} · ${spanOf(report)} · ${size} · times in ${timeZone}`), width).map(paint.dim),
    ].join('\n'),
    trend === 'noData' ? '' : figureTable(figures, trend === 'first' ? undefined : before, view),
    timeLine(report),
    changeTable(report, view),
    incidentTable(report, view),
    'forecasts' in report ? report.forecasts.map(({ sentence }) => plain(sentence)).join('\n') : '',
    shareTable(report, view),
    statisticTable(report, view),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

function spanOf(report: Report): string {
  const day = (time: number): string =>
    new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: report.timeZone }).format(time)
  if (!('period' in report)) return report.day
  return report.period === 'day' ? day(report.from) : `${day(report.from)} to ${day(report.to - 1)}`
}

function figureTable(now: ReportFigures, before: ReportFigures | undefined, { width, paint }: View): string {
  const ms = (value: number | null | undefined): string => (value == null ? '–' : value === 0 ? '0m' : duration(value))
  const degree = (value: number | null | undefined): string => (value == null ? '–' : value.toFixed(1))
  const percent = (value: number | null | undefined): string =>
    value == null ? '–' : `${Math.round(value * 1000) / 10} %`
  const rows = [
    ['incidents', String(now.incidents), before === undefined ? '–' : String(before.incidents)],
    ['abnormal', ms(now.abnormalMs), ms(before?.abnormalMs)],
    ['mean duration', ms(now.meanDurationMs), ms(before?.meanDurationMs)],
    ['mean severity', degree(now.meanSeverity), degree(before?.meanSeverity)],
    ['samples arrived', percent(now.arrivedShare), percent(before?.arrivedShare)],
  ]
  return table(
    [{ title: '' }, { title: 'NOW', align: 'right' }, { title: 'BEFORE', align: 'right' }],
    rows,
    width,
    paint,
  )
}

/** Abnormal time by day or hour, as high as the largest. */
function timeLine(report: Report): string {
  const slots = 'bars' in report ? report.bars : report.days
  const max = Math.max(...slots.map(({ abnormalMs }) => abnormalMs))
  if (!(max > 0)) return ''
  const line = slots
    .map(({ abnormalMs }) => (abnormalMs === 0 ? '·' : BARS[Math.ceil((abnormalMs / max) * 8) - 1]))
    .join('')
  const unit = 'period' in report && report.period === 'day' ? 'hour' : 'day'
  return `abnormal by ${unit}  ${line}  at most ${duration(max)}`
}

const CHANGE_COLUMNS: Column[] = [{ title: 'CHANGED' }, { title: 'WHAT', shrink: 1 }]

/** What changed in the time of the report, the latest of it. */
function changeTable(report: Report, { width, paint }: View): string {
  const { events, from, scope, timeZone } = report
  const end = 'until' in report ? report.until : report.to
  const all = events.filter(({ at }) => at >= from && at < end)
  const rows = all.slice(-MAX_CHANGES).map(({ at, title, projectName, instances }) => {
    const about = [...(scope.kind === 'projects' ? [projectName] : []), ...instances].join(', ')
    return [minuteOf(at, timeZone), about === '' ? title : `${title} (${about})`]
  })
  const left = all.length - rows.length
  return [table(CHANGE_COLUMNS, rows, width, paint), ...(left > 0 ? [`${left} more before`] : [])].join('\n')
}

function minuteOf(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time)
}

const INCIDENT_COLUMNS: Column[] = [
  { title: 'SEVERITY' },
  { title: 'BEGAN' },
  { title: 'FOR', align: 'right' },
  { title: 'WHAT', shrink: 1 },
]

function incidentTable({ incidents, incidentsTotal, timeZone }: Report, { width, paint }: View): string {
  const what = ({ title, brief, projectName }: ReportIncident): string =>
    [projectName, `${title} ${brief}`].filter(Boolean).join(': ')
  const rows = incidents
    .slice(0, MAX_INCIDENTS)
    .map((incident): Cell[] => [
      severityCell({ val: incident.val ?? 0, isMissingValue: incident.val === null, kind: incident.kind }, paint),
      minuteOf(incident.onset, timeZone),
      `${duration(incident.durationMs)}${incident.end === null ? ' so far' : ''}`,
      what(incident),
    ])
  const left = incidentsTotal - rows.length
  return [table(INCIDENT_COLUMNS, rows, width, paint), ...(left > 0 && rows.length > 0 ? [`${left} more`] : [])].join(
    '\n',
  )
}

const SHARE_COLUMNS: Column[] = [
  { title: 'WHERE', shrink: 1 },
  { title: 'SHARE', align: 'right' },
  { title: 'ABNORMAL', align: 'right' },
  { title: 'FINDINGS', align: 'right' },
]

function shareTable({ byInstance }: Report, { width, paint }: View): string {
  const rows = byInstance
    .slice(0, 6)
    .map(({ name, projectName, shareOfTime, abnormalMs, findings }) => [
      [projectName, name || 'no instance'].filter(Boolean).join(' '),
      `${Math.round(shareOfTime * 100)} %`,
      duration(abnormalMs),
      String(findings),
    ])
  return table(SHARE_COLUMNS, rows, width, paint)
}

const statisticColumns: Column[] = [
  { title: 'INSTANCE', shrink: 2 },
  { title: 'METRIC', shrink: 1 },
  ...['UP', 'MIN', 'MAX', 'MEAN', 'DEV', 'RELEVANCE'].map((title): Column => ({ title, align: 'right' })),
]

function statisticTable({ statistics, statisticsTotal }: Report, { width, paint }: View): string {
  const figure = (value: number | null): string => (value === null ? '–' : String(Number(value.toPrecision(3))))
  const rows = statistics
    .slice(0, MAX_STATISTICS)
    .map(({ instance, metric, uptime, min, max, mean, deviation, relevance }) => [
      ...[instance || '–', metric, uptime === null ? '–' : `${Math.round(uptime * 1000) / 10} %`],
      ...[min, max, mean, deviation].map(figure),
      relevance.toFixed(2),
    ])
  const left = statisticsTotal - rows.length
  return [
    table(statisticColumns, rows, width, paint),
    ...(left > 0 && rows.length > 0 ? [`${left} more, with --format csv`] : []),
  ].join('\n')
}
