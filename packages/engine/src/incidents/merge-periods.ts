import { bySeverity, DOWN } from '../severity/severity.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Incident, IncidentInput, IncidentKind, IncidentSeries, IncidentTitle } from './incident.ts'
import { includesDownTime, leadingFamily, metricFamily } from './incident-kind.ts'
import { seriesPlace } from './series-place.ts'
import { shareSeries } from './share-series.ts'

/** How incidents are put together: the sampling interval, and the consecutive samples that make a period. */
export type MergeOptions = { stepMs: number; cvalue: number }

type Member = {
  from: 'period' | 'gap' | 'log'
  place: number
  start: number
  end: number
  val: number
  probability: number
  /** What it is about: series, instances and log templates. */
  subjects: readonly string[]
  /** A series without news goes on beside anything: only what is about it belongs to it, and others without news. */
  aside?: GapKind
}

/** `begun` is when its last member begins, `end` when the last one ends; of those that are not aside, where there are any. */
type Group = { members: Member[]; begun: number; end: number; subjects: Set<string>; aside?: GapKind | undefined }

/** As small as a probability is reported. */
const SMALLEST = 1e-30
/** What has nothing in common with an incident begins at most so many times `cvalue` samples after its last member did. */
const LATEST = 12

/**
 * Puts periods, gaps and log findings together into incidents: those that overlap, follow one another
 * within `cvalue` samples, or within twice as many where they have a series, an instance or a template in common. What has nothing in
 * common with an incident that has gone on for long, without news, is another one. A single series
 * that is silent or stands still takes part only in what is about it.
 * Ordered by start; an empty input gives none. The order of the input does not matter but for the indexes reported. Throws
 * RangeError for a step or cvalue that is not above 0, and for an end before its start.
 */
export function mergePeriods(input: IncidentInput, options: MergeOptions): Incident[] {
  return groupFindings(input, options).map((group) => describeGroup(group, input, options.stepMs))
}

/**
 * The one incident that all of some findings make, however far apart they are. Throws RangeError where there are none, for a step
 * that is not above 0, and for an end before its start.
 */
export function describeIncident(input: IncidentInput, { stepMs }: Pick<MergeOptions, 'stepMs'>): Incident {
  if (!(stepMs > 0)) throw new RangeError('stepMs must be above 0')
  const members = inOrder(membersOf(input))
  if (members.length === 0) throw new RangeError('an incident has findings')
  if (members.some(({ start, end }) => !(end >= start))) throw new RangeError('a finding cannot end before it starts')
  return describeGroup(gather(members, input), input, stepMs)
}

/** An incident without its title and its fingerprint, which take several times as long to compute. */
export type FindingGroup = Omit<Incident, 'kind' | 'title' | 'fingerprint'>

/** Which findings belong together: the incidents of `mergePeriods`, not described. Throws as that does. */
export function groupFindings(input: IncidentInput, { stepMs, cvalue }: MergeOptions): FindingGroup[] {
  if (!(stepMs > 0 && cvalue > 0)) throw new RangeError('stepMs and cvalue must be above 0')
  const reachMs = cvalue * stepMs
  const groups: Group[] = []
  let open: Group[] = []
  for (const member of membersOf(input).sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (!(member.end >= member.start)) throw new RangeError(`a ${member.from} cannot end before it starts`)
    open = open.filter(({ end }) => member.start <= end + 2 * reachMs)
    const near = open.filter((group) => belongsTo(member, group, reachMs))
    const group = near[0] ?? {
      members: [],
      begun: member.start,
      end: member.end,
      subjects: new Set(),
      aside: member.aside,
    }
    if (near.length === 0) {
      groups.push(group)
      open.push(group)
    }
    for (const other of near.slice(1)) {
      for (const one of other.members) addMember(group, one)
      other.members = []
    }
    addMember(group, member)
    open = open.filter(({ members }) => members.length > 0)
  }
  const filled = groups.filter(({ members }) => members.length > 0)
  const found = filled.map(({ members }) => gather(inOrder(members), input))
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

function belongsTo({ start, subjects, aside }: Member, group: Group, reachMs: number): boolean {
  if (start > group.end + 2 * reachMs) return false
  if (subjects.some((subject) => group.subjects.has(subject))) return true
  return start <= group.end + reachMs && start <= group.begun + LATEST * reachMs && aside === group.aside
}

function addMember(group: Group, member: Member): void {
  group.members.push(member)
  group.begun = Math.max(group.begun, member.start)
  if (group.aside && !member.aside) Object.assign(group, { end: member.end, aside: undefined })
  else if (group.aside || !member.aside) group.end = Math.max(group.end, member.end)
  for (const subject of member.subjects) group.subjects.add(subject)
}

function inOrder(members: readonly Member[]): Member[] {
  return [...members].sort((a, b) => a.start - b.start || a.end - b.end)
}

function membersOf({ periods = [], gaps = [], logs = [] }: IncidentInput): Member[] {
  return [
    ...periods.map(({ start, end, val, probability, series }, place): Member => {
      const subjects = series.flatMap(({ seriesId, firstAt }) => (firstAt === null ? [] : subjectsOf(seriesId)))
      return { from: 'period', place, start, end, val, probability, subjects }
    }),
    ...gaps.map((gap, place): Member => {
      const { start, end, instance, seriesIds } = gap
      if (isDown(gap)) {
        const subjects = [`on ${instance}`]
        return { from: 'gap', place, start, end, val: DOWN, probability: SMALLEST, subjects }
      }
      const common = { from: 'gap' as const, place, start, end, val: 0, probability: Number.NaN }
      return gap.kind === 'collector'
        ? { ...common, subjects: [] }
        : { ...common, subjects: seriesIds, aside: gap.kind }
    }),
    ...logs.map(({ start, end, val, probability, templateId, instance }, place): Member => {
      const subjects = [`log ${templateId}`, ...(instance === undefined ? [] : [`on ${instance}`])]
      return { from: 'log', place, start, end, val, probability, subjects }
    }),
  ]
}

type Gap = NonNullable<IncidentInput['gaps']>[number]
type GapKind = Gap['kind']

/** A silent instance; any other gap tells of what is collected, not of the system. */
function isDown({ kind, instance }: Pick<Gap, 'kind' | 'instance'>): boolean {
  return kind === 'silent' && instance !== undefined
}

function subjectsOf(seriesId: string): string[] {
  const { instance } = seriesPlace(seriesId)
  return instance === '' ? [seriesId] : [seriesId, `on ${instance}`]
}

function gather(members: readonly Member[], input: IncidentInput): FindingGroup {
  const placesOf = (from: Member['from']): number[] =>
    members.filter((one) => one.from === from).map(({ place }) => place)
  const periodPlaces = placesOf('period')
  const gapPlaces = placesOf('gap')
  const logPlaces = placesOf('log')
  const start = members[0]!.start
  const worst = members.reduce((max, one) => (bySeverity(one, max) < 0 ? one : max))
  const series = shareSeries(
    periodPlaces.map((place) => input.periods![place]!),
    // What was not collected had no part in what happened to the system, unless nothing else did
    gapPlaces.map((place) => input.gaps![place]!).filter((gap) => worst.val === 0 || isDown(gap)),
  )
  const instances = new Set([
    ...series.map(({ seriesId }) => seriesPlace(seriesId).instance),
    ...gapPlaces.flatMap((place) => input.gaps![place]!.instance ?? []),
    ...logPlaces.flatMap((place) => input.logs![place]!.instance ?? []),
  ])
  return {
    start,
    end: members.reduce((last, one) => Math.max(last, one.end), start),
    val: worst.val,
    probability: smallest(members.map((one) => one.probability)),
    series,
    instances: [...instances].filter((instance) => instance !== ''),
    periodPlaces,
    gapPlaces,
    logPlaces,
  }
}

function describeGroup(group: FindingGroup, input: IncidentInput, stepMs: number): Incident {
  const logs = group.logPlaces.map((place) => input.logs![place]!)
  const kind = kindOf(group, input)
  const down = kind === 'instanceDown' ? downInstances(group, input) : []
  const templateIds = logs.map(({ templateId }) => templateId)
  return {
    ...group,
    kind,
    title: {
      ...titleOf({ ...group, kind, down }, logs, stepMs),
      ...(kind === 'collector' && rejectedIn(group, input)),
    },
    fingerprint: fingerprintOf(kind, group.series, templateIds),
  }
}

/** Instances that were silent or down, in the order of time. */
function downInstances(
  { periodPlaces, gapPlaces }: FindingGroup,
  { periods = [], gaps = [] }: IncidentInput,
): string[] {
  const silent = gapPlaces.map((place) => gaps[place]!).filter(isDown)
  const low = periodPlaces.map((place) => periods[place]!).filter(includesDownTime)
  const found = [
    ...silent.map(({ start, instance }) => ({ start, instance: instance! })),
    ...low.map(({ start, series }) => ({ start, instance: seriesPlace(series[0]!.seriesId).instance })),
  ]
  return found.sort((a, b) => a.start - b.start).map(({ instance }) => instance)
}

/** Ignores NaN; of nothing else it is NaN. */
function smallest(values: readonly number[]): number {
  return values.reduce((min, value) => (value >= min || Number.isNaN(value) ? min : value), Number.NaN)
}

function kindOf(group: FindingGroup, { periods = [], gaps = [], newInstances = [] }: IncidentInput): IncidentKind {
  const { start, end, series, periodPlaces, gapPlaces, logPlaces } = group
  const ownGaps = gapPlaces.map((place) => gaps[place]!)
  if (downInstances(group, { periods, gaps }).length > 0) return 'instanceDown'
  if (periodPlaces.length + logPlaces.length === 0)
    return ownGaps.find(({ kind }) => kind === 'collector')?.kind ?? ownGaps[0]!.kind
  if (series.length === 0) return 'log'
  const arrived = newInstances.filter(({ at }) => at >= start - (end - start) && at <= end)
  const ofNew = series.filter(({ seriesId }) =>
    arrived.some(({ instance }) => instance === seriesPlace(seriesId).instance),
  )
  if (ofNew.reduce((sum, { share }) => sum + share, 0) > 0.5) return 'newInstance'
  return leadingFamily(series)
}

function rejectedIn({ gapPlaces }: FindingGroup, { gaps = [] }: IncidentInput): Pick<IncidentTitle, 'rejectedLines'> {
  const collectors = gapPlaces.flatMap((place) => {
    const { sentence } = gaps[place]!
    return sentence?.kind === 'collector' ? [sentence] : []
  })
  if (collectors.length === 0 || !collectors.every(({ isUnreadable }) => isUnreadable)) return {}
  return { rejectedLines: collectors.reduce((sum, { rejectedLines = 0 }) => sum + rejectedLines, 0) }
}

function titleOf(
  {
    kind,
    start,
    end,
    series,
    instances,
    down,
  }: Pick<Incident, 'kind' | 'start' | 'end' | 'series' | 'instances'> & { down: readonly string[] },
  logs: readonly { val: number; template: string }[],
  stepMs: number,
): IncidentTitle {
  const isOfDown = ({ seriesId }: IncidentSeries): boolean => seriesPlace(seriesId).instance === down[0]
  const lead = down.length === 0 ? leadOf(kind, series) : series.find(isOfDown)
  const log = logs.reduce<{ val: number; template: string } | undefined>(
    (max, one) => (max === undefined || Math.abs(one.val) > Math.abs(max.val) ? one : max),
    undefined,
  )
  const place = lead === undefined ? undefined : seriesPlace(lead.seriesId)
  const instance = place?.instance ?? down[0] ?? instances[0]
  return {
    kind,
    ...(place === undefined ? {} : { metric: place.metric }),
    ...(instance === undefined || instance === '' ? {} : { instance }),
    side: lead?.side ?? 1,
    ...(log === undefined ? {} : { template: log.template }),
    metrics: new Set(series.map(({ seriesId }) => seriesPlace(seriesId).metric)).size,
    instances: instances.length,
    logs: logs.length,
    durationMs: end - start + stepMs,
  }
}

/** The series that a title names: the largest of the family it is about, so that "CPU" is not reported of memory. */
function leadOf(kind: IncidentKind, series: readonly IncidentSeries[]): IncidentSeries | undefined {
  return series.find(({ seriesId }) => metricFamily(seriesPlace(seriesId).metric) === kind) ?? series[0]
}
