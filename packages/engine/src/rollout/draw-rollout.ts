import type { Frame } from '../series/frame.ts'
import { densities } from '../stats/density.ts'
import { median } from '../stats/quantile.ts'
import { type ControlKind, medianOf } from './control-series.ts'
import { prepareGroup, reachedGroups } from './prepare-group.ts'
import type { RolloutOptions } from './rollout.ts'

const DAY_MS = 86_400_000
/** Earlier weeks or days that are drawn. */
const MAX_CYCLES = 4
/** Points of a drawn density. */
const POINTS = 120

/** One metric around a rollout, in its unit. */
export type RolloutDrawing = {
  /** Rows of the frame `[fromRow, toRow)`, which all lines cover. */
  fromRow: number
  toRow: number
  /** The series that the rollout reached; of several the median of each row. */
  values: Float64Array
  /** What was compared with: control instances at the level of the others, or each earlier week or day by itself; `ago` counts those. */
  control: ControlKind
  controls: { ago: number; values: Float64Array }[]
  /** Densities of the values before and after, without what the controls did; their median before is the measured one. */
  density: { at: Float64Array; before: Float64Array; after: Float64Array }
}

/** What `checkRollout` compared of a metric, to be drawn; undefined for one that the rollout did not reach. */
export function drawRollout(
  frame: Frame,
  options: RolloutOptions,
  { metric, service }: { metric: string; service?: string | undefined },
): RolloutDrawing | undefined {
  const groups = reachedGroups(frame.series, options.instances)
  const group = groups.find((one) => one.metric === metric && one.service === service)
  if (group === undefined) return undefined
  const { treated, others, level, controlled, before, after } = prepareGroup(frame, group, options)
  const { kind } = controlled
  const usual = median(treated.map((column) => median(column.subarray(before.from, before.to))))
  const base = treated.length === 1 ? 0 : usual
  const cut = (values: Float64Array, add: number) =>
    values.subarray(before.from, Math.max(before.from, after.to)).map((value) => value + add)
  const moved = usual - median(controlled.values.subarray(before.from, before.to))
  const window = ({ from, to }: { from: number; to: number }) =>
    controlled.values.subarray(from, to).map((value) => value + moved)
  const drawn = densities([window(before), window(after)], POINTS)
  return {
    fromRow: before.from,
    toRow: Math.max(before.from, after.to),
    values: cut(level, base),
    control: kind,
    controls:
      kind === 'instances'
        ? [{ ago: 0, values: cut(medianOf(others, before), usual) }]
        : earlierCycles(level, kind, frame.stepMs, options.earlierWeeks).map(({ ago, values }) => ({
            ago,
            values: cut(values, base),
          })),
    density: { at: drawn.at, before: drawn.densities[0]!, after: drawn.densities[1]! },
  }
}

/** The values of each earlier week or day at the rows of later ones; only those that have any. */
function earlierCycles(values: Float64Array, kind: ControlKind, stepMs: number, max = MAX_CYCLES) {
  if (kind !== 'weeks' && kind !== 'days') return []
  const lag = Math.round(((kind === 'weeks' ? 7 : 1) * DAY_MS) / stepMs)
  return Array.from({ length: max }, (_, k) => k + 1)
    .map((ago) => ({ ago, values: values.map((_, row) => values[row - ago * lag] ?? Number.NaN) }))
    .filter((cycle) => cycle.values.some((value) => !Number.isNaN(value)))
}
