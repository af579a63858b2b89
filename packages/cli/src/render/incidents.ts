import { renderCause } from '@omen/engine/causes'
import { type Incident, type RankedIncident, renderIncidentTitle } from '@omen/engine/incidents'
import type { Period } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import type { GatedIncident } from '../results/gated-incident.ts'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import type { Language } from './language.ts'
import { plain } from './plain.ts'
import { hasNoSeverity, severityCell, severityOf } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'SEVERITY' },
  { title: 'SINCE' },
  { title: 'FOR', align: 'right' },
  { title: 'WHAT', shrink: 1 },
  { title: 'BEGAN WITH', shrink: 2 },
]

/** The incidents of a table in the order of time. */
export interface IncidentList {
  /** The table. */
  name: string
  found: readonly RankedIncident[]
  rows: number
  stepMs: number
  from: number
  to: number
}

/** Incidents as text, one per line in the order of time. */
export function renderIncidents(listed: IncidentList, language: Language, view: View): string {
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
    return [
      severityCell(markOf(incident), view.paint),
      times.at(start),
      duration(end - start + stepMs),
      title,
      firstCause(one) || '–',
    ]
  })
  return [...lines, '', table(COLUMNS, cells, width, paint)].join('\n')
}

/** An incident as a period, from which its severity mark is drawn. */
function markOf({ val, kind }: Incident): Pick<Period, 'val' | 'kind' | 'isMissingValue'> {
  return { val, kind: kind === 'instanceDown' ? 'down' : 'anomaly', isMissingValue: false }
}

/** Empty if there is no ranking, and for incidents found only in a log: what else moved at that time is chance. */
function firstCause({ incident, ranking }: RankedIncident): string {
  return (incident.kind === 'log' ? undefined : ranking?.causes[0]?.seriesId) ?? ''
}

/** Incidents as CSV: times in epoch milliseconds, `end` being the last sample; of gaps alone neither severity nor probability. */
export function incidentsCsv({ found }: IncidentList, language: Language): string {
  const rows = found.map((one) => {
    const { kind, start, end, title, probability, instances } = one.incident
    const sentence = renderIncidentTitle(title, language)
    const rated = markOf(one.incident)
    const severity = hasNoSeverity(rated) ? '' : Number(severityOf(rated).toPrecision(15))
    return csvRow([
      severity,
      kind,
      start,
      end,
      title.durationMs,
      Number.isNaN(probability) ? '' : probability,
      instances.join(' '),
      firstCause(one),
      sentence,
    ])
  })
  return `${['severity,kind,start,end,duration_ms,probability,instances,first_cause,title', ...rows].join('\n')}\n`
}

/** Incidents as rules and reports compare them. */
export function gatedIncidents({ found }: IncidentList, language: Language): GatedIncident[] {
  return found.map(({ incident: { kind, val, start, end, instances, gapPlaces, title } }) => {
    return { kind, val, start, end, instances, gaps: gapPlaces.length, sentence: renderIncidentTitle(title, language) }
  })
}

/** Incidents as JSON; `val` is null for what is missing or stood still, `causes` are the first five with their reasons as a sentence. */
export function incidentsJson({ found, rows }: IncidentList, language: Language): object {
  const items = found.map(({ incident, ranking }) => {
    const { periodPlaces, gapPlaces, logPlaces, fingerprint, title, kind, ...rest } = incident
    return {
      kind,
      ...rest,
      val: hasNoSeverity(markOf(incident)) ? null : incident.val,
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
