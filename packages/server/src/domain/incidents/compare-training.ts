import type { ExclusionPreview } from '../../schema/wire-types.ts'
import { readValues } from '../alerts/index.ts'
import type { Context } from '../context.ts'
import type { Interval } from '../models/index.ts'
import { readAffected } from './facts/affected-series.ts'
import { readFindings } from './facts/findings.ts'
import type { IncidentRow } from './find.ts'

const mostSeries = 10
/** Rows that figures are made of. */
const mostRows = 5000

interface Training {
  readonly span: { readonly from: number; readonly to: number }
  readonly samplingMs: number
  readonly before: readonly Interval[]
  readonly after: readonly Interval[]
}

/** Mean and deviation of what a model would learn of the leading series of an incident, as things are and otherwise. */
export async function compareTraining(
  ctx: Context,
  incident: IncidentRow,
  { span, samplingMs, before, after }: Training,
): Promise<ExclusionPreview['series']> {
  const rows = await readFindings(ctx, incident.id)
  const all = (await readAffected(ctx, incident.sourceId, rows)).series.slice(0, mostSeries)
  if (all.length === 0) return []
  const stepMs = samplingMs * Math.max(1, Math.ceil((span.to - span.from) / samplingMs / mostRows))
  const { times, columns } = await readValues(ctx, incident.sourceId, all, { ...span, stepMs })
  const [learnedBefore, learnedAfter] = [learned(times, before), learned(times, after)]
  return all.map(({ seriesId, metric, instance }, index) => {
    const [old, fresh] = [figures(columns[index]!, learnedBefore), figures(columns[index]!, learnedAfter)]
    return {
      ...{ seriesId, metric, instance, mean: old.mean, deviation: old.deviation },
      ...{ meanAfter: fresh.mean, deviationAfter: fresh.deviation },
    }
  })
}

function learned(times: Float64Array, leftOut: readonly Interval[]): boolean[] {
  return Array.from(times, (time) => !leftOut.some(({ start, end }) => time >= start && time <= end))
}

function figures(column: Float64Array, isLearned: readonly boolean[]) {
  const values = column.filter((value, row) => isLearned[row] && Number.isFinite(value))
  if (values.length === 0) return { mean: null, deviation: null }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean: rounded(mean), deviation: rounded(Math.sqrt(square)) }
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
