import type { ModelType, Period, SeriesKey } from '@omen/engine'
import type { Segment, StoredModel, TaskOptions } from '../../ports/compute.ts'
import type { RowScores, Selection } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { groupSegments, spansAtOnce } from './group-segments.ts'
import { createSegmentFinder, type SilentRows } from './segment-finder.ts'

/** A scored dataset. */
interface StoredScores {
  readonly pointsId: string
  readonly scoresId: string
  readonly series: readonly SeriesKey[]
  /** Places of the scored series among all, in the model's order. */
  readonly scoreSeries: readonly number[]
  readonly model: StoredModel
  readonly pvalue: number
  readonly cvalue: number
  /** Of a larger file only the rows around flagged ones are looked through. */
  readonly rowsAtOnce: number
}

export interface Drawing extends StoredScores {
  readonly modelType: ModelType
  readonly gaps: readonly SilentRows[]
}

/** A list of times has to fit into the text of a query, which ends at 256 kB. */
const timesAtOnce = 12_000

/** The periods for these values of pvalue and cvalue, from stored scores. */
export async function drawPeriods(
  ctx: Pick<Context, 'points' | 'compute'>,
  drawing: Drawing,
  options: TaskOptions = {},
): Promise<Period[]> {
  const rowScores = await ctx.points.readRowScores(drawing.scoresId)
  const finder = createSegmentFinder(drawing)
  finder.add(rowScores.probability)
  return drawIn(ctx, drawing, finder.end(drawing.gaps), rowScores, options)
}

/** The periods of some segments, from stored scores. */
export async function drawSegments(
  ctx: Pick<Context, 'points' | 'compute'>,
  drawing: StoredScores,
  segments: readonly Segment[],
  options: TaskOptions = {},
): Promise<Period[]> {
  if (segments.length === 0) return []
  return drawIn(ctx, drawing, segments, await ctx.points.readRowScores(drawing.scoresId), options)
}

async function drawIn(
  ctx: Pick<Context, 'points' | 'compute'>,
  drawing: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: TaskOptions,
): Promise<Period[]> {
  const periods: Period[] = []
  for (const group of groupSegments(segments, { rowsAtOnce: drawing.rowsAtOnce, timesAtOnce }))
    periods.push(...(await drawGroup(ctx, drawing, group, rowScores, options)))
  return periods
}

async function drawGroup(
  ctx: Pick<Context, 'points' | 'compute'>,
  drawing: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: TaskOptions,
): Promise<Period[]> {
  const selected = rowsOf(rowScores, segments)
  const selection = selectionOf(rowScores.times, segments, selected.times)
  const [points, scores] = await Promise.all([
    ctx.points.readPoints(drawing.pointsId, drawing.scoreSeries, selection),
    ctx.points.readScores(drawing.scoresId, drawing.scoreSeries, selection),
  ])
  const { model, pvalue, cvalue } = drawing
  const series = drawing.scoreSeries.map((place) => drawing.series[place]!)
  return ctx.compute.findPeriods(
    { model, pvalue, cvalue, segments, frame: { ...points, series }, scores, rowScores: selected },
    options,
  )
}

function selectionOf(times: Float64Array, segments: readonly Segment[], selected: Float64Array): Selection {
  if (segments.length > spansAtOnce) return { times: selected }
  return segments.map(({ from, to }) => ({ from: times[from]!, to: times[to - 1]! + 1 }))
}

function rowsOf(scores: RowScores, segments: readonly Segment[]): RowScores {
  const [only] = segments
  if (segments.length === 1)
    return {
      times: scores.times.slice(only!.from, only!.to),
      probability: scores.probability.slice(only!.from, only!.to),
      direction: scores.direction.slice(only!.from, only!.to),
    }
  const rows = Uint32Array.from(
    segments.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k)),
  )
  return {
    times: Float64Array.from(rows, (row) => scores.times[row]!),
    probability: Float64Array.from(rows, (row) => scores.probability[row]!),
    direction: Int8Array.from(rows, (row) => scores.direction[row]!),
  }
}
