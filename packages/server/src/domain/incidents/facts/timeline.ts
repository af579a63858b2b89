import { figure, nameOnInstance, renderSentence } from '@omen/engine'
import type { IncidentSeries, IncidentTimelineEntry } from '../../../schema/wire-types.ts'
import type { Locale } from '../../errors.ts'
import { type FindingRow, toGap, toLog } from '../../findings/index.ts'
import type { KnownChange } from './changes.ts'
import { movedIn } from './findings.ts'

const MAX_ENTRIES = 300

interface TimelineInput {
  readonly rows: readonly FindingRow[]
  readonly series: readonly IncidentSeries[]
  readonly changes: readonly KnownChange[]
}

/** What began when: changes, log lines, metrics and gaps by their onset. */
export function timelineOf({ rows, series, changes }: TimelineInput, locale: Locale): IncidentTimelineEntry[] {
  const findingOf = new Map<string, FindingRow>()
  for (const row of rows.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0)))
    for (const id of movedIn(row)) if (!findingOf.has(id)) findingOf.set(id, row)
  const metrics = series.flatMap((one) => {
    const row = findingOf.get(one.seriesId)
    return one.firstAt === null || row?.type !== 'period' ? [] : metricEntry(one, row, locale)
  })
  const entries = [
    ...changes.map(changeEntry),
    ...rows.flatMap((row) => (row.type === 'log' ? logEntry(row, locale) : [])),
    ...metrics,
    ...rows.flatMap((row) => (row.type === 'gap' ? gapEntry(row, locale) : [])),
  ]
  return entries.sort((a, b) => a.at - b.at || LANES[a.lane] - LANES[b.lane]).slice(0, MAX_ENTRIES)
}

const LANES = { change: 0, log: 1, metric: 2, gap: 3 } as const
const NONE = { val: null, seriesId: null, findingId: null, isNew: false, link: null } as const

function changeEntry({ at, kind, text, instances, link }: KnownChange): IncidentTimelineEntry {
  return { ...NONE, lane: 'change', at, end: at, name: text, text: kind, instance: instances.join(', '), link }
}

function logEntry(row: FindingRow, locale: Locale): IncidentTimelineEntry {
  const { start, val, sentence } = toLog(row)
  return {
    ...NONE,
    lane: 'log',
    at: start,
    end: row.endTime,
    val,
    findingId: `f${row.id}`,
    name: sentence.template,
    text: renderSentence(sentence, locale),
    instance: sentence.instance,
    isNew: sentence.finding === 'new',
  }
}

function metricEntry(one: IncidentSeries, row: FindingRow, locale: Locale): IncidentTimelineEntry {
  const { seriesId, instance, firstAt, side } = one
  return {
    ...NONE,
    lane: 'metric',
    at: firstAt!,
    end: row.endTime,
    seriesId,
    instance,
    findingId: `f${row.id}`,
    val: row.severity === null ? null : row.severity * (side < 0 ? -1 : 1),
    name: nameOnInstance(one, locale),
    text: valuesOf(one, locale),
  }
}

function gapEntry(row: FindingRow, locale: Locale): IncidentTimelineEntry {
  const { instance = '', sentence, seriesIds } = toGap(row)
  const text = renderSentence(sentence, locale)
  return {
    ...NONE,
    lane: 'gap',
    at: row.startTime,
    end: row.endTime,
    instance,
    findingId: `f${row.id}`,
    text,
    name: instance === '' ? (seriesIds[0] ?? text) : instance,
  }
}

/** The farthest value of a series with what was expected then. */
export function valuesOf({ peak, usual, unit }: IncidentSeries, locale: Locale): string {
  if (peak === null) return ''
  const of = (value: number): string => figure(value, unit ?? '')
  if (usual === null) return of(peak)
  return locale === 'en' ? `${of(peak)}, usually ${of(usual)}` : `${of(peak)}，通常 ${of(usual)}`
}
