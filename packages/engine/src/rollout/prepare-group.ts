import { firstRowAt } from '../series/first-row-at.ts'
import type { Frame, SeriesKey } from '../series/frame.ts'
import { groupByMetric } from '../series/group-by-metric.ts'
import { type Controlled, medianOf, type Rows, takeControl } from './control-series.ts'
import type { RolloutOptions } from './rollout.ts'

const DAY_MS = 86_400_000

/** A metric of a service, by the places of its series: those that the rollout reached, and the others. */
export type RolloutGroup = { metric: string; service: string | undefined; treated: number[]; others: number[] }

/** What is compared of a group. */
export type PreparedGroup = {
  treated: Float64Array[]
  others: Float64Array[]
  /** The only series that the rollout reached, or the median of all of them about their levels. */
  level: Float64Array
  /** The same without what the controls did. */
  controlled: Controlled
  before: Rows
  after: Rows
}

/** Metrics of each service with at least one instance that the rollout reached. */
export function reachedGroups(series: readonly SeriesKey[], instances: readonly string[] | undefined): RolloutGroup[] {
  const isTreated = (column: number) => instances === undefined || instances.includes(series[column]!.instance)
  const groups = groupByMetric(series).map((columns) => {
    const { metric, service } = series[columns[0]!]!
    return { metric, service, treated: columns.filter(isTreated), others: columns.filter((one) => !isTreated(one)) }
  })
  return groups.filter((group) => group.treated.length > 0)
}

/** The windows of a group, after taking away what its controls did. */
export function prepareGroup(frame: Frame, group: RolloutGroup, options: RolloutOptions): PreparedGroup {
  const columnsOf = (places: readonly number[]) => places.map((place) => frame.columns[place]!)
  const treated = columnsOf(group.treated)
  const others = columnsOf(group.others)
  const after = afterRows(frame, options)
  const long = beforeRows(frame, options, options.beforeMs ?? DAY_MS)
  const level = treated.length === 1 ? treated[0]! : medianOf(treated, long)
  const controlled = takeControl(level, others, [long, after], frame.stepMs, options.earlierWeeks)
  const isLong = controlled.kind !== 'none' || options.beforeMs !== undefined
  const before = isLong ? long : beforeRows(frame, options, (after.to - after.from) * frame.stepMs)
  return { treated, others, level, controlled, before, after }
}

function afterRows(frame: Frame, { at, settleMs = 0, afterMs = DAY_MS }: RolloutOptions): Rows {
  return { from: firstRowAt(frame.times, at + settleMs), to: firstRowAt(frame.times, at + settleMs + afterMs) }
}

function beforeRows(frame: Frame, { at }: RolloutOptions, lengthMs: number): Rows {
  return { from: firstRowAt(frame.times, at - lengthMs), to: firstRowAt(frame.times, at) }
}
