import { type Incident, renderCause, renderIncidentTitle } from '@omen/engine'
import type { FoundIncident, ListedIncidents } from '../detect/find-incidents.ts'
import { timeWriter } from './clock-times.ts'
import { plain, truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import type { View } from './files.ts'
import type { Language } from './language.ts'
import { severityMark, severityOf } from './severity.ts'
import { spreadsheetRow } from './spreadsheet-row.ts'
import { type Cell, type Column, table } from './table.ts'

const columns: Column[] = [
  { title: 'SEVERITY' },
  { title: 'SINCE' },
  { title: 'FOR', align: 'right' },
  { title: 'WHAT', shrink: 1 },
  { title: 'BEGAN WITH', shrink: 2 },
]

/** Incidents for a person, one a line in the order of time. */
export function renderIncidents(listed: ListedIncidents, language: Language, view: View): string {
  const { paint, width, io } = view
  const { name, found, from, to, stepMs, rows } = listed
  const times = timeWriter(io.timeZone, { from, to, intervalMs: stepMs })
  const head = `${name} · ${times.full(from)} to ${times.full(to)}, times in ${times.zone}`
  const verdict =
    found.length === 0 ? `No incident in ${counted(rows, 'row')}.` : `${counted(found.length, 'incident')}.`
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(verdict)]
  if (found.length === 0) return lines.join('\n')
  const cells = found.map((one): Cell[] => {
    const { incident } = one
    const { start, end } = incident
    const title = plain(renderIncidentTitle(incident.title, language))
    return [markCell(incident, view), times.at(start), duration(end - start + stepMs), title, firstCause(one) || '–']
  })
  return [...lines, '', table(columns, cells, width, paint)].join('\n')
}

function markCell({ val, kind }: Incident, { paint }: View): Cell {
  const period = {
    val,
    kind: kind === 'instanceDown' ? ('down' as const) : ('anomaly' as const),
    isMissingValue: false,
  }
  return { text: `■ ▲${severityOf(period).toFixed(1).padStart(4)}`, shown: severityMark(period, paint) }
}

/** Empty where nothing is known, and where only a log speaks: what else moved at that time is chance. */
function firstCause({ incident, ranking }: FoundIncident): string {
  return (incident.kind === 'log' ? undefined : ranking?.causes[0]?.seriesId) ?? ''
}

/** Incidents as CSV: times in epoch milliseconds, `end` being the last sample. */
export function incidentsCsv({ found }: ListedIncidents, language: Language): string {
  const rows = found.map((one) => {
    const { kind, start, end, title, val, probability, instances } = one.incident
    const told = renderIncidentTitle(title, language)
    const severity = Number(severityOf({ val, kind: 'anomaly' }).toPrecision(15))
    return spreadsheetRow([
      severity,
      kind,
      start,
      end,
      title.durationMs,
      probability,
      instances.join(' '),
      firstCause(one),
      told,
    ])
  })
  return `${['severity,kind,start,end,duration_ms,probability,instances,first_cause,title', ...rows].join('\n')}\n`
}

/** Incidents for a program; `causes` are the first five with their reasons as a sentence. */
export function incidentsJson({ found, rows }: ListedIncidents, language: Language): unknown {
  const items = found.map(({ incident, ranking }) => {
    const { periodPlaces, gapPlaces, logPlaces, fingerprint, title, kind, ...rest } = incident
    return {
      kind,
      ...rest,
      title: renderIncidentTitle(title, language),
      durationMs: title.durationMs,
      periods: periodPlaces.length,
      silences: gapPlaces.length,
      logFindings: logPlaces.length,
      key: fingerprint.key,
      causes: (ranking?.causes ?? [])
        .slice(0, 5)
        .map((cause) => ({ ...cause, sentence: renderCause(cause, language) })),
    }
  })
  return { success: true, rows, incidents: items }
}
