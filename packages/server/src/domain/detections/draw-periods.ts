import type { Interval, ModelType, Period, SeriesKey } from '@omen/engine'
import type { Segment, StoredModel, TaskOptions } from '../../ports/compute.ts'
import type { RowScores, Selection } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { findSegments, groupsOf, spansAtOnce } from './find-segments.ts'

export interface Drawing {
  readonly pointsId: string
  readonly scoresId: string
  readonly series: readonly SeriesKey[]
  /** Places of the scored series among all, in the model's order. */
  readonly scoreSeries: readonly number[]
  readonly model: StoredModel
  readonly modelType: ModelType
  readonly pvalue: number
  readonly cvalue: number
  readonly gaps: readonly Interval[]
}

/** So many values are looked through at once; of larger files only the rows around flagged ones are read. */
const cellsAtOnce = 2_000_000
/** A list of times has to fit into the text of a query, which ends at 256 kB. */
const timesAtOnce = 12_000

/** The periods for these values of pvalue and cvalue, from stored scores. */
export async function drawPeriods(ctx: Context, drawing: Drawing, options: TaskOptions = {}): Promise<Period[]> {
  const rowScores = await ctx.points.readRowScores(drawing.scoresId)
  const rows = rowScores.times.length
  if (rows === 0) return []
  const rowsAtOnce = Math.floor(cellsAtOnce / drawing.scoreSeries.length)
  if (rows <= rowsAtOnce) return drawIn(ctx, drawing, [{ from: 0, to: rows, row: 0 }], rowScores, options)
  const periods: Period[] = []
  const segments = findSegments(rowScores, drawing)
  for (const group of groupsOf(segments, { rowsAtOnce, timesAtOnce }))
    periods.push(...(await drawIn(ctx, drawing, group, rowScores, options)))
  return periods
}

async function drawIn(
  ctx: Context,
  drawing: Drawing,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: TaskOptions,
): Promise<Period[]> {
  const selected = rowsOf(rowScores, segments)
  const selection = selectionOf(rowScores.times, segments, selected.times)
  const { columns, times } = await ctx.points.readPoints(drawing.pointsId, drawing.scoreSeries, selection)
  const { model, pvalue, cvalue } = drawing
  return ctx.compute.findPeriods(
    {
      model,
      pvalue,
      cvalue,
      segments: packed(segments),
      frame: { times, columns, series: drawing.scoreSeries.map((place) => drawing.series[place]!) },
      scores: await ctx.points.readScores(drawing.scoresId, drawing.scoreSeries, selection),
      rowScores: selected,
    },
    options,
  )
}

function selectionOf(times: Float64Array, segments: readonly Segment[], selected: Float64Array): Selection {
  if (segments.length > spansAtOnce) return { times: selected }
  return segments.map(({ from, to }) => ({ from: times[from]!, to: times[to - 1]! + 1 }))
}

/** Where each segment lies in arrays that hold nothing else. */
function packed(segments: readonly Segment[]): Segment[] {
  let at = 0
  return segments.map(({ from, to, row }) => {
    const segment = { from: at, to: at + to - from, row }
    at = segment.to
    return segment
  })
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
