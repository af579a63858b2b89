import { severityRank } from '../highlight/severity-rank.ts'
import type { Lane, LaneFinding, LaneGap } from '../lanes/lane-types.ts'
import type { FindingPeriod } from './finding-types.ts'
import { namedSeries } from './named-series.ts'

/** What one lane stands for. */
export type LaneKind = 'instance' | 'metric' | 'group'

/** The parts of the server's detection that lanes are made of. */
export interface LaneSource {
  series: readonly { seriesId: string; metric: string; instance: string; group?: string; service?: string }[]
  periods: readonly FindingPeriod[]
  gaps: readonly { start: number; end: number; seriesIds: readonly string[] }[]
  incidents: readonly {
    id: string
    number: number
    start: number
    end: number
    val: number | null
    periodIds: readonly string[]
    gapNumbers: readonly number[]
  }[]
  /** Findings in log lines; `instance` is empty where several logged them. */
  logs?: readonly {
    start: number
    end: number
    val: number
    instance: string
    template: string
    incidentId?: string
  }[]
}

interface LaneSet {
  /** By severity times duration, the quiet ones last. */
  lanes: Lane[]
  /** Data missing in every series. */
  gaps: LaneGap[]
}

/** How a lane of this kind is named for a series; a series without an instance or a group goes by its metric. */
function laneOf(series: LaneSource['series'][number], kind: LaneKind): string {
  const { metric, instance, group, service } = series
  if (kind === 'metric') return metric
  if (kind === 'group') return group ?? service ?? metric
  return instance === '' ? metric : instance
}

/** The kinds of lanes that tell series apart, the finest question first: where, then what. */
export function laneKinds(series: LaneSource['series']): LaneKind[] {
  const count = (kind: LaneKind) => new Set(series.map((one) => laneOf(one, kind))).size
  const kinds = (['instance', 'metric', 'group'] as const).filter(
    (kind) =>
      kind === 'metric' || (count(kind) > 1 && (kind !== 'group' || series.some((one) => one.group ?? one.service))),
  )
  return kinds.length > 0 ? kinds : ['metric']
}

/** A lane for each instance, metric or group, with what was found on it; what was found in log lines without an instance goes by their template. */
export function toLanes(source: LaneSource, kind: LaneKind): LaneSet {
  const laneOfSeries = new Map(source.series.map((series) => [series.seriesId, laneOf(series, kind)]))
  const periods = new Map(source.periods.map((period) => [period.id, period]))
  const found = new Map<string, LaneFinding[]>([...new Set(laneOfSeries.values())].map((lane) => [lane, []]))
  const gaps: LaneGap[] = []
  const add = (lane: string | undefined, finding: LaneFinding) => {
    if (lane !== undefined) found.get(lane)?.push(finding)
  }
  for (const { id, number, periodIds, gapNumbers, val } of source.incidents) {
    for (const periodId of periodIds) {
      const period = periods.get(periodId)
      if (period === undefined) continue
      const { start, end } = period
      for (const [lane, side] of sidesOf(period, laneOfSeries))
        add(lane, { id, number, start, end, val: period.kind === 'down' ? period.val : side * Math.abs(period.val) })
    }
    for (const gapNumber of gapNumbers) {
      const gap = source.gaps[gapNumber - 1]
      if (gap === undefined) continue
      const { start, end, seriesIds } = gap
      if (val === null && seriesIds.length >= source.series.length) gaps.push({ id, number, start, end })
      else
        for (const lane of new Set(seriesIds.map((series) => laneOfSeries.get(series))))
          add(lane, { id, number, start, end, val })
    }
  }
  const numbers = new Map(source.incidents.map(({ id, number }) => [id, number]))
  for (const { incidentId: id = '', start, end, val, instance, template } of source.logs ?? []) {
    const number = numbers.get(id)
    if (number === undefined) continue
    const lane = kind === 'instance' && instance !== '' ? instance : template
    if (!found.has(lane)) found.set(lane, [])
    add(lane, { id, number, start, end, val })
  }
  const lanes = [...found].map(([label, findings]) => ({ id: label, label, findings, weight: weightOf(findings) }))
  lanes.sort((a, b) => b.weight - a.weight || a.label.localeCompare(b.label, undefined, { numeric: true }))
  return { lanes: lanes.map(({ weight: _, ...lane }) => lane), gaps }
}

/** Each lane that a period names, with the direction of its series with the largest share. */
function sidesOf(period: FindingPeriod, laneOfSeries: ReadonlyMap<string, string>): Map<string, 1 | -1> {
  const sides = new Map<string, 1 | -1>()
  for (const { seriesId, side } of namedSeries(period)) {
    const lane = laneOfSeries.get(seriesId)
    if (lane !== undefined && !sides.has(lane)) sides.set(lane, (side || Math.sign(period.val) || 1) < 0 ? -1 : 1)
  }
  return sides
}

/** Severity times duration; missing data counts as little as the least severity. */
function weightOf(findings: readonly LaneFinding[]): number {
  return findings.reduce(
    (sum, { val, start, end }) => sum + (val === null ? 1 : severityRank(val)) * (end - start + 1),
    0,
  )
}
