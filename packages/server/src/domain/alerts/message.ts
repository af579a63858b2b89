import { nameOutages, outageOf, plainUnit, renderSentence } from '@omen/engine'
import type { AlertIncident, AlertMessage, AlertSeries } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { type FindingRow, toGap, toPeriod } from '../findings/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { AlertableIncident } from './alertable-incident.ts'
import { movedSeries, readSeriesOf } from './evidence.ts'

/** Incidents of one message, the worst of a digest. */
const MAX_INCIDENTS = 20
const MAX_SERIES = 3

/** What is sent, with the worst of its incidents. */
export function composeMessage(
  { source, project }: ProjectRow,
  { kind, at, incidents }: Pick<AlertMessage, 'kind' | 'at' | 'incidents'>,
): AlertMessage {
  return {
    kind,
    projectName: source.name,
    timeZone: project.timeZone,
    at,
    incidents: incidents.toSorted(bySeverity).slice(0, MAX_INCIDENTS),
    incidentsTotal: incidents.length,
  }
}

/** Incidents as alerts tell of them, as things stand now. */
export async function describeIncidents(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  all: readonly AlertableIncident[],
): Promise<AlertIncident[]> {
  const leads = all.map(({ findings }) => leadOf(findings))
  const known = await readSeriesOf(ctx, sourceId, leads)
  return all.map((one, index) => ({
    ...toAlertIncident(one),
    ...(one.instance !== undefined && { part: one.instance }),
    series: seriesOf(leads[index]!, known),
  }))
}

/** An incident as alerts tell of it, without its series. */
export function toAlertIncident({ incident, findings }: AlertableIncident): Omit<AlertIncident, 'series'> {
  const { startTime, detail } = leadOf(findings)
  const sentence = nameOutages(
    detail.sentence,
    findings.map((row) => row.detail.sentence),
  )
  const start = Math.min(...findings.map((row) => row.startTime))
  const ends = findings.map(({ endTime }) => endTime ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends)
  return {
    incidentId: incident.id,
    sentence: { en: renderSentence(sentence, 'en'), 'zh-CN': renderSentence(sentence, 'zh-CN') },
    start,
    ...(startTime > start && { since: startTime }),
    end: Number.isFinite(end) ? end : null,
    severity: severityOf(findings),
  }
}

function bySeverity(a: AlertIncident, b: AlertIncident): number {
  return (b.severity ?? -1) - (a.severity ?? -1) || a.start - b.start
}

function severityOf(rows: readonly FindingRow[]): number | null {
  const known = rows.flatMap(({ severity }) => severity ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** The finding that speaks for an incident, as on the dashboard: an outage that lasts, another one, the worst period, log lines, the broadest gap. */
function leadOf(rows: readonly [FindingRow, ...FindingRow[]]): FindingRow {
  const [lead] = rows.toSorted(
    (a, b) =>
      Number(isLastingOutage(b)) - Number(isLastingOutage(a)) ||
      rankOf(a) - rankOf(b) ||
      (b.severity ?? 0) - (a.severity ?? 0) ||
      (b.seriesCount ?? 0) - (a.seriesCount ?? 0) ||
      a.startTime - b.startTime,
  )
  return lead!
}

function isLastingOutage({ endTime, detail }: FindingRow): boolean {
  return endTime === null && outageOf(detail.sentence) !== undefined
}

function rankOf(row: FindingRow): number {
  if (row.kind === 'down') return 0
  if (row.type === 'gap') return row.kind === 'silent' && toGap(row).instance !== undefined ? 1 : 4
  return row.type === 'period' ? 2 : 3
}

function seriesOf(row: FindingRow, known: Awaited<ReturnType<typeof readSeriesOf>>): AlertSeries[] {
  const about = (id: string, more: Pick<AlertSeries, 'since' | 'value' | 'expected'>): AlertSeries[] => {
    const found = known.get(id)
    if (found === undefined) return []
    const unit = plainUnit(found.unit ?? '')
    return [{ metric: found.metric, instance: found.instance, ...(unit !== '' && { unit }), ...more }]
  }
  if (row.type === 'log') return []
  if (row.type === 'gap')
    return toGap(row)
      .seriesIds.slice(0, MAX_SERIES)
      .flatMap((id) => about(id, { since: row.startTime, value: null, expected: null }))
  return movedSeries(toPeriod(row))
    .slice(0, MAX_SERIES)
    .flatMap(({ seriesId, firstAt, peak, usual }) =>
      about(seriesId, { since: firstAt ?? row.startTime, value: finite(peak), expected: finite(usual) }),
    )
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
