import type { IncidentDetail } from '@omen/sdk'
import { type TimeWriter, timeWriter } from './clock-times.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import { plain } from './plain.ts'
import { severityMark } from './severity.ts'
import { type Cell, table } from './table.ts'
import type { View } from './view.ts'
import { wrapAt } from './wrap.ts'

const MAX_ENTRIES = 12
const MAX_CAUSES = 5

/** An incident as text: what, since when, what began when, why, and what was done about ones like it. */
export function renderIncident(detail: IncidentDetail, view: View): string {
  const { incident, source, timeline, withdrawn, retention } = detail
  const { paint, width } = view
  const last = Math.max(incident.onset, ...timeline.map(({ at }) => at))
  const times = timeWriter(view.io.timeZone, { from: incident.onset, to: last, intervalMs: source.samplingMs })
  const text = (value: string, indent = '  '): string[] =>
    wrapAt(plain(value), width - indent.length).map((line) => indent + line)
  const { val, kind, state, isClosed, starred } = incident
  const rated = { val: val ?? 0, kind, isMissingValue: val === null }
  const head = `${severityMark(rated, paint)}  ${paint.bold(plain(incident.title))}${starred ? ' ★' : ''}`
  const lasted = incident.durationMs === null ? 'ongoing' : `for ${duration(incident.durationMs)}`
  const decided = detail.decision.decidedBy === null ? '' : ` by ${plain(detail.decision.decidedBy)}`
  const where = plain(source.uploadFileName ?? incident.projectName)
  return [
    head,
    ...text(incident.sentence, ''),
    paint.dim(
      `${where} · since ${times.full(incident.onset)} (${times.zone}), ${lasted} · ${isClosed ? 'closed' : state}${decided}`,
    ),
    ...(detail.requestedId === incident.id ? [] : text(`${detail.requestedId} was merged into ${incident.id}.`, '')),
    ...(withdrawn === null ? [] : text(withdrawn.sentence, '')),
    ...(retention.sentence === null ? [] : text(retention.sentence, '')),
    ...section('Timeline', timelineLines(detail, times, view), view),
    ...section('Causes', causeLines(detail, text), view),
    ...section('Changes', changeLines(detail, times, view), view),
    ...section('Similar', similarLines(detail, times, text), view),
    ...section('History', historyLines(detail, times, text), view),
  ].join('\n')
}

function section(title: string, lines: readonly string[], { paint }: View): string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
}

function timelineLines({ timeline }: IncidentDetail, times: TimeWriter, { paint, width }: View): string[] {
  if (timeline.length === 0) return []
  const rows = timeline.slice(0, MAX_ENTRIES).map(({ at, lane, name, text, isNew }): Cell[] => {
    return [`  ${times.at(at)}`, lane, `${isNew ? 'new: ' : ''}${name}`, text]
  })
  const columns = [{ title: '' }, { title: '' }, { title: '', shrink: 2 as const }, { title: '', shrink: 1 as const }]
  const [, ...lines] = table(columns, rows, width, paint).split('\n')
  const more = timeline.length - MAX_ENTRIES
  return more > 0 ? [...lines, paint.dim(`  and ${more} more`)] : lines
}

type Text = (value: string, indent?: string) => string[]

function causeLines({ causes, causesState }: IncidentDetail, text: Text): string[] {
  if (causes.length === 0) return causesState === 'tooLittle' ? ['  Too little was measured before it to tell.'] : []
  return causes.slice(0, MAX_CAUSES).flatMap(({ rank, sentence }) => {
    const [first = '', ...others] = text(sentence, '     ')
    return [`  ${rank}. ${first.trimStart()}`, ...others]
  })
}

function changeLines({ changes }: IncidentDetail, times: TimeWriter, { paint, width }: View): string[] {
  const listed = changes.filter(({ kind }) => kind !== 'log').slice(0, MAX_CAUSES)
  if (listed.length === 0) return []
  const rows = listed.map(({ at, kind, title, leadMs }): Cell[] => {
    const lead = duration(Math.abs(leadMs))
    return [`  ${times.at(at)}`, kind, title, leadMs >= 0 ? `${lead} before` : `${lead} after`]
  })
  const columns = [{ title: '' }, { title: '' }, { title: '', shrink: 1 as const }, { title: '' }]
  return table(columns, rows, width, paint).split('\n').slice(1)
}

function similarLines({ similar }: IncidentDetail, times: TimeWriter, text: Text): string[] {
  return similar.flatMap(({ onset, title, similarity, id, done }) => [
    ...text(`${times.full(onset)} ${title}, ${Math.round(100 * similarity)} % alike (${id})`),
    ...done.flatMap(({ text: said, by }) => text(`${by === null ? '' : `${by}: `}${said}`, '    ')),
  ])
}

function historyLines({ history, mergedFrom }: IncidentDetail, times: TimeWriter, text: Text): string[] {
  const said = history.filter(({ by }) => by !== null)
  const lines = said.flatMap(({ at, by, kind, note, other }) => {
    const about = `${note === null ? '' : `: ${note}`}${other === null ? '' : ` (${other})`}`
    return text(`${times.full(at)} ${kind} by ${by}${about}`)
  })
  const merged = mergedFrom.length === 0 ? [] : text(`With ${counted(mergedFrom.length, 'merged incident')}.`)
  return [...lines, ...merged]
}
