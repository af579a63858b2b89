import {
  createSegmentFinder,
  groupSegments,
  type ModelType,
  type Period,
  type Segment,
  type SeriesKey,
  type SilentRows,
} from '@omen/engine'
import type { StoredModel, TaskOptions } from '../../ports/compute.ts'
import type { RowScores, Selection } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'

/** A scored dataset. */
interface StoredScores {
  readonly pointsId: string
  readonly scoresId: string
  readonly series: readonly SeriesKey[]
  /** Numbers of the scored series, in the model's order. */
  readonly scoreSeries: readonly number[]
  readonly model: StoredModel
  readonly pvalue: number
  readonly cvalue: number
  /** In a larger file only the rows around flagged ones are searched. */
  readonly rowsAtOnce: number
}

export interface Extraction extends StoredScores {
  readonly modelType: ModelType
  readonly gaps: readonly SilentRows[]
}

/** More spans than this are queried by their times, since each span is compared with every row. */
const spansAtOnce = 16
/** A list of times has to fit into the text of a query, which ends at 256 kB. */
const timesAtOnce = 12_000

/** Extracts the periods for these values of pvalue and cvalue from stored scores. */
export async function extractPeriods(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: Extraction,
  options: TaskOptions = {},
): Promise<Period[]> {
  const rowScores = await ctx.points.readRowScores(extraction.scoresId)
  const finder = createSegmentFinder(extraction)
  finder.add(rowScores.probability)
  return extractGroups(ctx, extraction, finder.end(extraction.gaps), rowScores, options)
}

/** Extracts the periods of some segments from stored scores. */
export async function extractSegments(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  options: TaskOptions = {},
): Promise<Period[]> {
  if (segments.length === 0) return []
  return extractGroups(ctx, extraction, segments, await ctx.points.readRowScores(extraction.scoresId), options)
}

async function extractGroups(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: TaskOptions,
): Promise<Period[]> {
  const periods: Period[] = []
  for (const group of groupSegments(segments, { rowsAtOnce: extraction.rowsAtOnce, spansAtOnce, timesAtOnce }))
    periods.push(...(await extractGroup(ctx, extraction, group, rowScores, options)))
  return periods
}

async function extractGroup(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: TaskOptions,
): Promise<Period[]> {
  const selected = rowsOf(rowScores, segments)
  const selection = selectionOf(rowScores.times, segments, selected.times)
  const [points, scores] = await Promise.all([
    ctx.points.readPoints(extraction.pointsId, extraction.scoreSeries, selection),
    ctx.points.readScores(extraction.scoresId, extraction.scoreSeries, selection),
  ])
  const { model, pvalue, cvalue } = extraction
  const series = extraction.scoreSeries.map((seriesNumber) => extraction.series[seriesNumber]!)
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
