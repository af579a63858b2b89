import { expectedRange, findOutliers, type PeerComparison, type PeerMember, type PeerMode } from '@omen/engine/peers'
import type { Frame } from '@omen/engine/series'
import { type ComparedStates, compareStates } from '@omen/engine/states'
import type { MetricName, PeersCompared, PeerTask } from '../../ports/comparisons.ts'
import { asRates } from './as-rates.ts'
import { bucketTimes, plainCurve, plainFigure, plainNumber } from './plain-curve.ts'

type Group = PeersCompared['groups'][number]
type Lines = NonNullable<PeersCompared['shown']>
type States = NonNullable<PeersCompared['states']>
type Compared = Extract<PeerComparison, { kind: 'compared' }>

const MAX_SPANS = 50
const MAX_LINES = 100
const MAX_MAPS = 24

/** Compares the instances of each metric, and gives the lines of one group and the states of all instances where they are wanted. */
export function comparePeersIn(task: PeerTask): PeersCompared {
  const { stepMs, times, series, options } = task
  const frame: Frame = { stepMs, times, series, columns: asRates(task.columns, task.rates, stepMs) }
  const found = findOutliers(frame, options).sort((a, b) => worstOf(b) - worstOf(a))
  const shown = groupToShow(found, task.show)
  return {
    groups: found.map((group) => toGroup(group, task)),
    ...(shown && { shown: toLines(frame, shown, task) }),
    ...(task.states && { states: toStates(compareStates(frame, options.pastRows)) }),
  }
}

/** How far and how long the worst member of a group stood off; groups that were not compared come last. */
function worstOf(group: PeerComparison): number {
  if (group.kind !== 'compared') return -1
  const [worst] = group.members
  return (worst?.spans ?? []).reduce((sum, { distance, rows }) => sum + Math.abs(distance) * rows, 0)
}

function groupToShow(groups: readonly PeerComparison[], show: MetricName | undefined): Compared | undefined {
  const compared = groups.filter((group) => group.kind === 'compared')
  if (show === undefined) return compared[0]
  const named = compared.filter(({ metric }) => metric === show.metric)
  return named.find(({ service }) => service === show.service) ?? named[0]
}

const nameOf = ({ metric, service }: MetricName): { metric: string; service?: string } => ({
  metric,
  ...(service !== undefined && { service }),
})

function unitOf({ metric, service }: MetricName, { series, units }: PeerTask): { unit?: string } {
  const place = series.findIndex((key) => key.metric === metric && key.service === service)
  const unit = units[place] ?? ''
  return unit === '' ? {} : { unit }
}

function toGroup(group: PeerComparison, task: PeerTask): Group {
  const head = { ...nameOf(group), ...unitOf(group, task) }
  if (group.kind !== 'compared') {
    const { kind, need, got } = group
    return { ...head, kind, need, got, outliers: 0, modes: [], members: [] }
  }
  return {
    ...head,
    kind: 'compared',
    outliers: group.members.filter(({ spans }) => spans.length > 0).length,
    modes: group.modes.map(({ members, level, deviation }) => ({
      members,
      level: plainFigure(level),
      deviation: plainFigure(deviation),
    })),
    members: group.members.map((member) => toMember(member, task.stepMs)),
  }
}

function toMember({ seriesId, instance, mode, usual, spans, rows, share }: PeerMember, stepMs: number) {
  const farthest = spans.reduce((far, { distance }) => (Math.abs(distance) > Math.abs(far) ? distance : far), 0)
  return {
    seriesId,
    instance,
    mode,
    distance: plainNumber(farthest),
    share: plainNumber(share),
    rows,
    ...(usual && {
      usual: {
        offset: plainNumber(usual.offset),
        slope: plainNumber(usual.slope),
        widening: Math.max(1, plainNumber(usual.widening)),
      },
    }),
    spans: spans.slice(0, MAX_SPANS).map((span) => ({
      start: span.start,
      end: span.end + stepMs,
      rows: span.rows,
      distance: plainNumber(span.distance),
      side: span.side,
    })),
  }
}

function toLines(frame: Frame, group: Compared, task: PeerTask): Lines {
  const { pastRows = 0 } = task.options
  const times = frame.times.subarray(pastRows)
  const rows = Math.max(1, Math.ceil(times.length / task.buckets))
  const curve = (values: Float64Array) => plainCurve(values, rows, 'mean')
  const rangeOf = ({ low, high }: Pick<PeerMode, 'low' | 'high'>) => ({ low: curve(low), high: curve(high) })
  return {
    ...nameOf(group),
    ...unitOf(group, task),
    times: bucketTimes(times, rows),
    bucketMs: rows * frame.stepMs,
    bands: group.modes.map((mode) => ({ ...rangeOf(mode), middle: curve(mode.middle) })),
    lines: group.members.slice(0, MAX_LINES).map((member) => {
      const values = frame.columns[member.column]!.subarray(pastRows)
      const isOutlier = member.spans.length > 0
      return {
        seriesId: member.seriesId,
        instance: member.instance,
        mode: member.mode,
        outlier: isOutlier,
        min: plainCurve(values, rows, 'min'),
        max: plainCurve(values, rows, 'max'),
        ...(isOutlier && { expected: rangeOf(expectedRange(group.modes[member.mode]!, member)) }),
      }
    }),
    linesTotal: group.members.length,
  }
}

function toStates(found: ComparedStates): States {
  if (found.kind !== 'compared') return { ...found, metrics: [], mean: [], members: [], without: [] }
  return {
    kind: found.kind,
    metrics: found.metrics,
    without: found.without,
    mean: Array.from(found.mean, (share) => Number(share.toFixed(6))),
    members: found.members.map(({ instance, rows, distance, hits }, place) => ({
      instance,
      rows,
      distance: plainNumber(distance),
      ...(place < MAX_MAPS && { hits: Array.from(hits) }),
    })),
  }
}
