import { type CauseRanking, type RankedChange, renderCause } from '@omen/engine/causes'
import type { Interval } from '@omen/engine/series'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted, percent } from './figures.ts'
import type { Language } from './language.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_CAUSES = 10
const SHOWN_SYMPTOMS = 5
const SHOWN_BESIDE = 5

/** An incident of a table, and where it began. */
export interface ExplainedIncident {
  /** The table. */
  name: string
  incident: Interval
  stepMs: number
  ranking: Extract<CauseRanking, { kind: 'ranked' }>
}

/** The ranking as text: first movers, changes, followers, and which moved before which. */
export function renderCauses(explained: ExplainedIncident, language: Language, view: View): string {
  const { ranking, incident, stepMs } = explained
  const { paint, width, io } = view
  const times = timeWriter(io.timeZone, { from: incident.start, to: incident.end, intervalMs: stepMs })
  const head = `${explained.name} · ${times.full(incident.start)} to ${times.full(incident.end)}, times in ${times.zone}`
  const causes = ranking.causes.filter(({ role }) => role === 'cause').slice(0, SHOWN_CAUSES)
  const symptoms = ranking.causes.filter(({ role }) => role === 'symptom')
  const [first] = ranking.causes
  const verdict = first
    ? `It began with ${plain(first.seriesId)} at ${times.at(ranking.onset)}; ${counted(ranking.causes.length, 'series', 'series')} moved.`
    : 'No series left its expected range at that time.'
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(truncate(verdict, width))]
  if (causes.length > 0) lines.push('', causeTable(causes, language, view))
  if (symptoms.length > 0) lines.push('', symptomLine(symptoms, view))
  const { changes } = ranking
  if (changes.length > 0) lines.push('', changeTable(changes.slice(0, SHOWN_BESIDE), times.at, view))
  const order = orderLines(ranking.graph, view)
  return [...lines, ...(order.length > 0 ? ['', ...order] : [])].join('\n')
}

const CAUSE_COLUMNS: Column[] = [
  { title: 'SHARE', align: 'right' },
  { title: 'SERIES', shrink: 2 },
  { title: 'WHY', shrink: 1 },
]

function causeTable(causes: CauseRanking['causes'], language: Language, { width, paint }: View): string {
  const rows = causes.map((cause) => [percent(cause.share), cause.seriesId, renderCause(cause, language)])
  return table(CAUSE_COLUMNS, rows, width, paint)
}

function symptomLine(symptoms: CauseRanking['causes'], { width }: View): string {
  const names = symptoms.slice(0, SHOWN_SYMPTOMS).map(({ seriesId, reasons }) => {
    return `${seriesId} (${reasons.behindMs > 0 ? `${duration(reasons.behindMs)} later` : 'at the same time'})`
  })
  const rest = symptoms.length > names.length ? `, and ${symptoms.length - names.length} more` : ''
  return truncate(`Beside it moved ${plain(names.join(', '))}${rest}.`, width)
}

const CHANGE_COLUMNS: Column[] = [{ title: 'ROLE' }, { title: 'AT' }, { title: 'KIND' }, { title: 'WHAT', shrink: 1 }]

function changeTable(
  changes: readonly RankedChange[],
  at: (epochMs: number) => string,
  { width, paint }: View,
): string {
  const rows = changes.map(({ role, source }) => {
    if (source.kind === 'log')
      return [role, at(source.event.at), `${source.event.finding} message`, source.event.template]
    const { change } = source
    const where = change.instance ?? change.service
    return [role, at(change.at), change.kind, `${change.text}${where === undefined ? '' : ` on ${where}`}`]
  })
  return table(CHANGE_COLUMNS, rows, width, paint)
}

function orderLines({ edges }: CauseRanking['graph'], { width, paint }: View): string[] {
  if (edges.length === 0) return []
  const lines = edges.slice(0, SHOWN_BESIDE).map(({ from, to, lagMs }) => {
    return truncate(plain(`${from} → ${to}, ${duration(lagMs)} later`), width)
  })
  return [paint.dim('WHAT MOVED BEFORE WHAT'), ...lines]
}

/** The ranking as JSON: times in epoch milliseconds, reasons also as a sentence. */
export function causesJson({ incident, ranking }: ExplainedIncident, { lang }: { lang: Language }): unknown {
  const { kind: _, causes, ...rest } = ranking
  const translated = causes.map((cause) => ({ ...cause, sentence: renderCause(cause, lang) }))
  return { success: true, from: incident.start, to: incident.end, ...rest, causes: translated }
}
