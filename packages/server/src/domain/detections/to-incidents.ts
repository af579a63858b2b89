import {
  bySeverity,
  type GapFinding,
  type Incident,
  mergePeriods,
  type Period,
  renderBrief,
  renderSentence,
  renderTitle,
} from '@omen/engine'
import type { Incident as WireIncident } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import { periodIdOf } from './period-id.ts'

interface IncidentOptions {
  readonly intervalMs: number | null
  /** Consecutive flagged samples that make a period; 0 where nothing was detected. */
  readonly cvalue: number
  /** Time of the last sample. */
  readonly to: number
  readonly locale: Locale
}

/** What the detection calls an incident: places in its periods and gaps, the leading finding first. */
interface Gathered {
  readonly start: number
  readonly end: number
  /** Null where only data is missing. */
  readonly val: number | null
  readonly periods: readonly number[]
  readonly gaps: readonly number[]
  readonly instances: readonly string[]
  readonly lead: Period | GapFinding
}

/** Findings that belong together, numbered by severity, then by duration; missing data comes last. */
export function toIncidents(
  periods: readonly Period[],
  gaps: readonly GapFinding[],
  options: IncidentOptions,
): WireIncident[] {
  const merge = { stepMs: options.intervalMs || 1, cvalue: Math.max(1, options.cvalue) }
  const cut = periods.map((period) => ({ ...period, series: moved(period) }))
  const found = mergePeriods({ periods: cut, gaps }, merge).map((incident) => gather(incident, periods, gaps))
  const taken = new Set(found.flatMap((incident) => incident.gaps))
  const missing = missingData(gaps, taken, merge.stepMs)
  return [...found.sort(byRank), ...missing.sort(byRank)].map((incident, index) =>
    toWire(incident, index + 1, periods, options),
  )
}

function moved({ series }: Period): Period['series'] {
  const named = series.filter(({ firstAt }) => firstAt !== null)
  return named.length > 0 ? named : series.slice(0, 1)
}

function gather(
  { start, end, val, periodPlaces, gapPlaces, instances }: Incident,
  periods: readonly Period[],
  gaps: readonly GapFinding[],
): Gathered {
  const length = (place: number): number => periods[place]!.end - periods[place]!.start
  const places = periodPlaces.toSorted((a, b) => bySeverity(periods[a]!, periods[b]!) || length(b) - length(a) || a - b)
  // A silent instance is as bad as one whose series fell to their floor.
  const lead =
    gapPlaces.length > 0 && periods[places[0]!]?.kind !== 'down' ? gaps[gapPlaces[0]!]! : periods[places[0]!]!
  return { start, end, val, periods: places, gaps: gapPlaces, instances, lead }
}

/** Gaps that tell of the collection, not of what is watched; those of one kind that overlap are one incident. */
function missingData(gaps: readonly GapFinding[], taken: ReadonlySet<number>, stepMs: number): Gathered[] {
  const places = gaps.flatMap((_, place) => (taken.has(place) ? [] : [place]))
  const ordered = places.sort((a, b) => gaps[a]!.start - gaps[b]!.start || a - b)
  const last = new Map<string, { start: number; end: number; places: number[] }>()
  const groups: { start: number; end: number; places: number[] }[] = []
  for (const place of ordered) {
    const { kind, start, end } = gaps[place]!
    const open = last.get(kind)
    if (open !== undefined && start <= open.end + stepMs) {
      open.places.push(place)
      open.end = Math.max(open.end, end)
    } else {
      const group = { start, end, places: [place] }
      last.set(kind, group)
      groups.push(group)
    }
  }
  return groups.map(({ start, end, places: members }) => {
    const instances = [...new Set(members.flatMap((place) => gaps[place]!.instance ?? []))]
    const lead = members
      .map((place) => gaps[place]!)
      .reduce((a, b) => (b.seriesIds.length > a.seriesIds.length ? b : a))
    return { start, end, val: null, periods: [], gaps: members, instances, lead }
  })
}

function byRank(a: Gathered, b: Gathered): number {
  const severity = a.val === null || b.val === null ? 0 : bySeverity({ val: a.val }, { val: b.val })
  return severity || b.end - b.start - (a.end - a.start) || a.start - b.start
}

function toWire(
  incident: Gathered,
  number: number,
  periods: readonly Period[],
  { to, intervalMs, cvalue, locale }: IncidentOptions,
): WireIncident {
  const { start, end, val, gaps, instances, lead } = incident
  const members = incident.periods.map((place) => periods[place]!)
  const leadSeriesId = 'series' in lead ? lead.series[0]?.seriesId : undefined
  return {
    id: `${lead.kind}-${start.toString(36)}-${end.toString(36)}`,
    number,
    ...{ start, end, val, kind: lead.kind },
    state: stateOf(members, end, to - (intervalMs ?? 0) * Math.max(1, cvalue)),
    title: renderTitle(lead.sentence, locale),
    brief: renderBrief(lead.sentence, locale),
    sentence: renderSentence(lead.sentence, locale),
    ...(leadSeriesId !== undefined && { leadSeriesId }),
    instances: [...instances],
    periodIds: members.map(periodIdOf),
    gapNumbers: gaps.map((place) => place + 1),
  }
}

/** `last` is the time from which on a further period would still belong to it. */
function stateOf(members: readonly Period[], end: number, last: number): WireIncident['state'] {
  if (members[0]?.isNewNormal === true) return 'newNormal'
  if (end >= last) return 'open'
  return members.some(({ recoveringUntil = 0 }) => recoveringUntil >= last) ? 'recovering' : 'over'
}
