import { checkRollout, drawRollout, type RolloutDrawing, type RolloutFinding } from '@omen/engine/rollout'
import type { Frame } from '@omen/engine/series'
import type { MetricName, RolloutCompared, RolloutTask } from '../../ports/comparisons.ts'
import { asRates } from './as-rates.ts'
import { bucketTimes, plainCurve, plainFigure, plainNumber } from './plain-curve.ts'

type Finding = RolloutCompared['findings'][number]
type Lines = NonNullable<RolloutCompared['shown']>

/** Compares every metric before and after a rollout, and gives the lines and densities of one. */
export function checkRolloutIn(task: RolloutTask): RolloutCompared {
  const { stepMs, series, options, show } = task
  const times = Float64Array.from({ length: task.steps }, (_, step) => task.from + step * stepMs)
  const frame: Frame = { stepMs, times, series, columns: asRates(wholeColumns(task), task.rates, stepMs) }
  const { verdict, findings } = checkRollout(frame, options)
  const metric = findingToShow(findings, show)
  const drawing = metric && drawRollout(frame, options, metric)
  return {
    verdict,
    findings: findings.map((finding) => toFinding(finding, task)),
    ...(metric && drawing && { shown: toLines(frame, drawing, { ...metric, ...unitOf(metric, task) }, task.buckets) }),
  }
}

/** Columns over all steps: between the spans that were read there are no values. */
function wholeColumns({ series, steps, spans }: RolloutTask): Float64Array[] {
  return series.map((_, place) => {
    const whole = new Float64Array(steps).fill(Number.NaN)
    for (const { first, columns } of spans) whole.set(columns[place]!.subarray(0, steps - first), first)
    return whole
  })
}

function findingToShow(findings: readonly RolloutFinding[], show: MetricName | undefined): MetricName | undefined {
  const named = show === undefined ? findings : findings.filter(({ metric }) => metric === show.metric)
  const found = named.find(({ service }) => show !== undefined && service === show.service) ?? named[0]
  return found && { metric: found.metric, ...(found.service !== undefined && { service: found.service }) }
}

function unitOf({ metric, service }: MetricName, { series, units }: RolloutTask): { unit?: string } {
  const unit = units[series.findIndex((key) => key.metric === metric && key.service === service)] ?? ''
  return unit === '' ? {} : { unit }
}

function toFinding(finding: RolloutFinding, task: RolloutTask): Finding {
  const { metric, service, verdict, regressionDirection, series, controls, control, isTrending, relative } = finding
  const { shift, rank, distribution, probability, adjusted, effective } = finding
  return {
    metric,
    ...(service !== undefined && { service }),
    ...unitOf(finding, task),
    verdict,
    regressionDirection,
    series,
    controls,
    control,
    isTrending,
    before: plainFigure(finding.before),
    shift: { shift: plainFigure(shift.shift), low: plainFigure(shift.low), high: plainFigure(shift.high) },
    ...(relative !== undefined && Number.isFinite(relative) && { relative: plainNumber(relative) }),
    delta: plainNumber(rank.delta),
    distance: plainNumber(distribution.distance),
    probability: certain(probability),
    adjusted: certain(adjusted),
    effective: { before: plainNumber(effective.before), after: plainNumber(effective.after) },
  }
}

/** A probability that could not be computed says nothing against chance. */
function certain(probability: number): number {
  return Number.isNaN(probability) ? 1 : plainNumber(probability)
}

function toLines(
  frame: Frame,
  { fromRow, toRow, values, control, controls, density }: RolloutDrawing,
  name: Pick<Lines, 'metric' | 'unit'> & MetricName,
  buckets: number,
): Lines {
  const rows = Math.max(1, Math.ceil((toRow - fromRow) / buckets))
  const range = (column: Float64Array) => ({
    min: plainCurve(column, rows, 'min'),
    max: plainCurve(column, rows, 'max'),
  })
  const { metric, service, unit } = name
  return {
    metric,
    ...(service !== undefined && { service }),
    ...(unit !== undefined && { unit }),
    times: bucketTimes(frame.times.subarray(fromRow, toRow), rows),
    bucketMs: rows * frame.stepMs,
    values: range(values),
    control,
    controls: controls.map((one) => ({ ago: one.ago, ...range(one.values) })),
    density: {
      at: Array.from(density.at, plainNumber),
      before: Array.from(density.before, plainNumber),
      after: Array.from(density.after, plainNumber),
    },
  }
}
