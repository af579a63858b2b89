import type { ComparedFinding, Published, PublishedComparison } from '@omen/sdk'
import { pageAddress } from '../io/server-address.ts'
import { relative, timeWriter } from './clock-times.ts'
import { severityCell } from './severity.ts'
import { sparkline } from './sparkline.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'WORST' },
  { title: 'NAME', shrink: 1 },
  { title: 'SYSTEM', shrink: 2 },
  { title: 'TREND' },
  { title: 'VISIBLE' },
  { title: 'OWNER', shrink: 2 },
  { title: 'PUBLISHED', align: 'right' },
  { title: 'ID' },
]

const TREND_WIDTH = 10

/** The page of a published detection. */
export function publishedUrl(server: string, { id }: Pick<Published, 'id'>): string {
  return pageAddress(server, `/published/${id}`)
}

/** Published detections, one per line. */
export function renderPublishedList(records: readonly Published[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = records.map((record): Cell[] => [
    worstCell(record, paint),
    record.name,
    record.system || '–',
    trendOf(record),
    record.expired ? 'expired' : record.visibility,
    record.mine ? 'you' : record.ownerUserName,
    relative(record.publishedAt, now),
    record.id,
  ])
  return table(COLUMNS, rows, width, paint)
}

/** The last runs as bars, the newest at the right. */
function trendOf({ trend = [] }: Published): string {
  const severities = trend.slice(-TREND_WIDTH).map(({ severity }) => severity ?? 0)
  return severities.length < 2 ? '–' : sparkline(severities, TREND_WIDTH)
}

function worstCell({ severity, worstVal, incidentCount }: Published, paint: View['paint']): Cell {
  if (severity === null) return incidentCount > 0 ? 'no data' : 'normal'
  const val = worstVal ?? severity
  return severityCell({ val, kind: val === -Math.PI ? 'down' : 'anomaly', isMissingValue: false }, paint)
}

/** What is known of one, a line each. */
export function renderPublished(record: Published, server: string, view: View): string {
  const { io, paint } = view
  const times = timeWriter(io.timeZone, { from: record.from, to: record.to, intervalMs: record.intervalMs })
  const published = timeWriter(io.timeZone, { from: record.publishedAt, to: io.clock.now() })
  const worst = worstCell(record, paint)
  const model = record.modelName === undefined ? undefined : `${record.modelName} v${record.modelVersion ?? 1}`
  const facts: [string, string | undefined][] = [
    ['worst', typeof worst === 'string' ? worst : worst.shown],
    ['system', record.system || undefined],
    [record.origin, record.originName],
    ['data', `${times.full(record.from)} to ${times.full(record.to)}`],
    ['model', model],
    ['run', [record.branch, record.commit].filter((one) => one !== undefined).join(' ') || undefined],
    ['build', record.buildLink],
    ['visible', visibilityOf(record)],
    ['expires', record.expiresAt === null ? undefined : published.full(record.expiresAt)],
    ['published', `${published.full(record.publishedAt)} by ${record.mine ? 'you' : record.ownerUserName}`],
    ['page', publishedUrl(server, record)],
    ['open link', record.link],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(9)}  ${value}`]))
  return [paint.bold(record.name), ...(record.description === '' ? [] : [record.description]), ...lines].join('\n')
}

function visibilityOf({ visibility, userNames = [], expired }: Published): string {
  const readers = userNames.length > 0 ? `${visibility} with ${userNames.join(', ')}` : visibility
  return expired ? `expired (${readers})` : readers
}

const COMPARED_COLUMNS: Column[] = [
  { title: 'STATE' },
  { title: 'BEFORE', align: 'right' },
  { title: 'AFTER', align: 'right' },
  { title: 'WHAT', shrink: 1 },
]

/** The verdict in a line, then the findings, new ones first. */
export function renderComparison(
  { verdict, counts, severityChange, findings }: PublishedComparison,
  view: View,
): string {
  const sign = severityChange > 0 ? '+' : severityChange === 0 ? '±' : ''
  const said = verdict === 'same' ? 'The same' : verdict === 'worse' ? 'Worse' : 'Better'
  const head = `${said}: severity ${sign}${severityChange.toFixed(1)}; ${counts.new} new, ${counts.gone} gone, ${counts.both} in both`
  if (findings.length === 0) return head
  const rows = findings.map((one): Cell[] => [
    stateOf(one),
    figure(one.severityBefore),
    figure(one.severity),
    one.title,
  ])
  return `${head}\n${table(COMPARED_COLUMNS, rows, view.width, view.paint)}`
}

function stateOf({ state }: ComparedFinding): string {
  return state === 'both' ? 'in both' : state
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(1)
}
