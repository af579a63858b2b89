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
  /** The series and log templates that it is about, and `DOWN_MARK` with the instance that is down as a whole. */
  subjects: readonly string[]
  instances: readonly string[]
  isOutage?: true
  /** A series without news goes on beside anything: only what is about it belongs to it, and others without news. */
  aside?: GapKind
}

/**
 * `begun` is when its last member begins, `reachedAt` when it came to its last instance, `end` when the last member ends; of those that
 * are not aside, where there are any. `subjects` and `instances` are each with the end of the last member about it.
 */
type Group = {
  members: Member[]
  begun: number
  reachedAt: number
  end: number
  subjects: Map<string, number>
  instances: Map<string, number>
  aside?: GapKind | undefined
}

/** As small as a probability is reported. */
const SMALLEST = 1e-30
const DOWN_MARK = 'down '
/** A finding on other instances belongs to an incident for this many times `cvalue` samples after it reached its last instance. */
const SPREADING = 3
/** A finding on no instance, or beside an incident on none, belongs to it for this many after its last member began. */
const LATEST = 12

/**
 * Puts periods, gaps and log findings together into incidents. A finding belongs to an incident that is about one of its
 * series, instances or templates, if what is about it lasts or ended at most 2 `cvalue` samples before; an outage does not follow on what ended
 * on its instance, unless that was one. A finding about something else
 * belongs to an incident that lasts, or ended at most `cvalue` samples before, as long as the incident spreads: for 3 `cvalue` samples after it
 * came to its last instance. A finding that could belong to several incidents does not join them, unless what it is about lasts in
 * each. A single series that is silent or stands still takes part only in what is about it, and a silent collector in nothing.
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
  for (const member of membersOf(input).sort(byStart)) {
    if (!(member.end >= member.start)) throw new RangeError(`a ${member.from} cannot end before it starts`)
    open = open.filter(({ end }) => member.start <= end + 2 * reachMs)
    const [group = emptyGroup(member), ...others] = groupsOf(member, open, reachMs)
    if (group.members.length === 0) {
      groups.push(group)
      open.push(group)
    }
    for (const other of others) {
      for (const one of other.members) addMember(group, one)
      other.members = []
    }
    addMember(group, member)
    if (others.length > 0) open = open.filter(({ members }) => members.length > 0)
  }
  const filled = groups.filter(({ members }) => members.length > 0)
  const found = filled.map(({ members }) => gather(inOrder(members), input))
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

/**
 * The incidents that findings were put into before: `keys` names the incident of each, in the order of the input. Ordered as those of
 * `groupFindings`. Throws RangeError for a finding without a key.
 */
export function gatherFindings(
  input: IncidentInput,
  keys: { periods: readonly string[]; gaps: readonly string[]; logs: readonly string[] },
): FindingGroup[] {
  const found = Map.groupBy(membersOf(input), ({ from, place }) => {
    const key = keys[`${from}s`][place]
    if (key === undefined) throw new RangeError(`the incident of ${from} ${place} is missing`)
    return key
  })
  const gathered = [...found.values()].map((members) => gather(inOrder(members), input))
  return gathered.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** An outage comes first among findings that begin together: the others may be its effects. */
function byStart(a: Member, b: Member): number {
  return a.start - b.start || Number(b.isOutage ?? false) - Number(a.isOutage ?? false) || a.end - b.end
}

function emptyGroup({ start, end, aside }: Member): Group {
  return { members: [], begun: start, reachedAt: start, end, subjects: new Map(), instances: new Map(), aside }
}

/** How closely a finding belongs to an incident, from the loosest to the closest. */
const TIES = ['none', 'afterAll', 'sameInstance', 'beside', 'sameSubject', 'lasting'] as const
type Tie = (typeof TIES)[number]
const LASTING = TIES.indexOf('lasting')

/**
 * The incidents that a finding belongs to: all in which what it is about lasts, else the one it belongs to most closely, of equals the
 * last; and those on no instance, which say nothing against it.
 */
function groupsOf(member: Member, open: readonly Group[], reachMs: number): Group[] {
  const ranks = open.map((group) => TIES.indexOf(tieOf(member, group, reachMs)))
  const best = Math.max(...ranks)
  if (best <= 0) return []
  const last = ranks.lastIndexOf(best)
  const isJoined = ({ instances }: Group, index: number): boolean =>
    ranks[index] === LASTING || index === last || (ranks[index]! > 0 && instances.size === 0)
  return open.filter(isJoined)
}

function tieOf({ start, subjects, instances, isOutage, aside }: Member, group: Group, reachMs: number): Tie {
  if (start > group.end + 2 * reachMs) return 'none'
  const subjectEnd = lastEnd(subjects, group.subjects)
  const instanceEnd = lastEnd(instances, group.instances)
  if (Math.max(subjectEnd, instanceEnd) >= start) return 'lasting'
  if (start <= subjectEnd + 2 * reachMs) return 'sameSubject'
  const isOfPlaces = instances.length > 0 && group.instances.size > 0
  const lastStart = isOfPlaces ? group.reachedAt + SPREADING * reachMs : group.begun + LATEST * reachMs
  const isBeside = start <= group.end + reachMs && start <= lastStart && aside === group.aside
  if (isBeside && start <= group.end) return 'beside'
  if (!isOutage && start <= instanceEnd + 2 * reachMs) return 'sameInstance'
  return isBeside ? 'afterAll' : 'none'
}

function lastEnd(names: readonly string[], ends: ReadonlyMap<string, number>): number {
  return names.reduce((last, name) => Math.max(last, ends.get(name) ?? last), Number.NEGATIVE_INFINITY)
}

function addMember(group: Group, member: Member): void {
  const { start, end, aside } = member
  group.members.push(member)
  group.begun = Math.max(group.begun, start)
  if (member.instances.some((name) => !group.instances.has(name))) group.reachedAt = Math.max(group.reachedAt, start)
  if (group.aside && !aside) Object.assign(group, { end, aside: undefined })
  else if (group.aside || !aside) group.end = Math.max(group.end, end)
  for (const name of member.subjects) group.subjects.set(name, Math.max(end, group.subjects.get(name) ?? end))
  for (const name of member.instances) group.instances.set(name, Math.max(end, group.instances.get(name) ?? end))
}

function inOrder(members: readonly Member[]): Member[] {
  return [...members].sort((a, b) => a.start - b.start || a.end - b.end)
}

function membersOf({ periods = [], gaps = [], logs = [] }: IncidentInput): Member[] {
  return [
    ...periods.map((period, place): Member => {
      const { start, end, val, probability, series } = period
      const moved = series.flatMap(({ seriesId, firstAt }) => (firstAt === null ? [] : seriesId))
      const instances = [...new Set(moved.map((id) => seriesPlace(id).instance))].filter((name) => name !== '')
      const [instance] = instances
      const isOutage = period.kind === 'down' && instance !== undefined
      const about = isOutage
        ? { subjects: [`${DOWN_MARK}${instance}`], instances, isOutage }
        : { subjects: moved, instances }
      return { from: 'period', place, start, end, val, probability, ...about }
    }),
    ...gaps.map((gap, place): Member => {
      const { start, end, instance, seriesIds } = gap
      if (isDown(gap)) {
        const about = { subjects: [`${DOWN_MARK}${instance}`], instances: [instance!], isOutage: true as const }
        return { from: 'gap', place, start, end, val: DOWN, probability: SMALLEST, ...about }
      }
      const common = { from: 'gap' as const, place, start, end, val: 0, probability: Number.NaN, instances: [] }
      // A silent collector says nothing of the system: it is about no series
      return { ...common, subjects: gap.kind === 'collector' ? [] : seriesIds, aside: gap.kind }
    }),
    ...logs.map(({ start, end, val, probability, templateId, instance }, place): Member => {
      const instances = instance === undefined ? [] : [instance]
      return { from: 'log', place, start, end, val, probability, subjects: [`log ${templateId}`], instances }
    }),
  ]
}

type Gap = NonNullable<IncidentInput['gaps']>[number]
type GapKind = Gap['kind']

/** A silent instance; any other gap tells of what is collected, not of the system. */
function isDown({ kind, instance }: Pick<Gap, 'kind' | 'instance'>): boolean {
  return kind === 'silent' && instance !== undefined
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
