import {
  addParts,
  createSegmentFinder,
  groupSegments,
  joinParts,
  type ModelType,
  noParts,
  type Period,
  type PeriodParts,
  planPeriods,
  type Segment,
  type SeriesKey,
  type SilentRows,
  type SpanPart,
} from '@omen/engine'
import type { LaneOptions, PeriodTask, StoredModel } from '../../ports/compute.ts'
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

/** Extracts the periods for these values of pvalue and cvalue from stored scores. */
export async function extractPeriods(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: Extraction,
  options: LaneOptions = {},
): Promise<Period[]> {
  const rowScores = await ctx.points.readRowScores(extraction.scoresId)
  const finder = createSegmentFinder(extraction)
  finder.add(rowScores.probability)
  const found = await findIn(ctx, extraction, finder.end(extraction.gaps), rowScores, options)
  return finishPeriods(ctx, extraction, found, { ...options, rowScores })
}

/** What is abnormal in some segments of stored scores. */
export async function extractSegments(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  options: LaneOptions = {},
): Promise<PeriodParts> {
  if (segments.length === 0) return noParts()
  return findIn(ctx, extraction, segments, await ctx.points.readRowScores(extraction.scoresId), options)
}

/** Puts the periods of a file together; the rows of those that were found in several parts are read again, piece by piece. */
export async function finishPeriods(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  found: PeriodParts,
  { rowScores, ...options }: LaneOptions & { rowScores?: RowScores } = {},
): Promise<Period[]> {
  const { pvalue, cvalue, rowsAtOnce } = extraction
  const series = extraction.scoreSeries.map((seriesNumber) => extraction.series[seriesNumber]!)
  const context = { series, threshold: 1 - pvalue, cvalue }
  if (found.parts.length === 0) return planPeriods(found, { ...context, probability: [] }).finish([])
  const scores = rowScores ?? (await ctx.points.readRowScores(extraction.scoresId))
  const plan = planPeriods(found, { ...context, probability: scores.probability })
  const pieces = plan.need.flatMap(({ fromRow, toRow, seriesIds }, request) =>
    cutRows(fromRow, toRow, rowsAtOnce).map((segment) => ({ ...segment, seriesIds, request })),
  )
  const described: SpanPart[][] = plan.need.map(() => [])
  const groups = layersOf(pieces).flatMap((layer) => groupSegments(layer, rowsAtOnce))
  for (const group of groups) {
    options.signal?.throwIfAborted()
    const task = await readTask(ctx, extraction, group, scores)
    const parts = await ctx.compute.describeSpans({ ...task, seriesIds: group.map((one) => one.seriesIds) }, options)
    for (const [index, part] of parts.entries()) described[group[index]!.request]!.push(part)
  }
  return plan.finish(described.map(joinParts))
}

/** Segments in the order of their rows, in as few lists as there are none that overlap: a row is read once. */
function layersOf<T extends Segment>(segments: readonly T[]): T[][] {
  const layers: T[][] = []
  for (const segment of segments.toSorted((a, b) => a.from - b.from)) {
    const layer = layers.find((one) => one.at(-1)!.to <= segment.from)
    if (layer) layer.push(segment)
    else layers.push([segment])
  }
  return layers
}

function cutRows(from: number, to: number, rows: number): Segment[] {
  const pieces: Segment[] = []
  for (let at = from; at < to; at += rows) pieces.push({ from: at, to: Math.min(to, at + rows) })
  return pieces
}

async function findIn(
  ctx: Pick<Context, 'points' | 'compute'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
  options: LaneOptions,
): Promise<PeriodParts> {
  const found: PeriodParts[] = []
  for (const group of groupSegments(segments, extraction.rowsAtOnce)) {
    options.signal?.throwIfAborted()
    found.push(await ctx.compute.findParts(await readTask(ctx, extraction, group, rowScores), options))
  }
  return addParts(found)
}

/** The rows of some segments, to be looked through. */
async function readTask(
  ctx: Pick<Context, 'points'>,
  extraction: StoredScores,
  segments: readonly Segment[],
  rowScores: RowScores,
): Promise<PeriodTask> {
  const selected = rowsOf(rowScores, segments)
  const selection = selectionOf(rowScores.times, segments, selected.times)
  const [points, scores] = await Promise.all([
    ctx.points.readPoints(extraction.pointsId, extraction.scoreSeries, selection),
    ctx.points.readScores(extraction.scoresId, extraction.scoreSeries, selection),
  ])
  const { model, pvalue, cvalue } = extraction
  const series = extraction.scoreSeries.map((seriesNumber) => extraction.series[seriesNumber]!)
  return { model, pvalue, cvalue, segments, frame: { ...points, series }, scores, rowScores: selected }
}

function selectionOf(times: Float64Array, segments: readonly Segment[], selected: Float64Array): Selection {
  if (segments.length > spansAtOnce) return { times: selected }
  return segments.map(({ from, to }) => ({ from: times[from]!, to: times[to - 1]! + 1 }))
}

function rowsOf({ times, probability, direction }: RowScores, segments: readonly Segment[]): RowScores {
  const rows = segments.reduce((sum, { from, to }) => sum + to - from, 0)
  const selected = {
    times: new Float64Array(rows),
    probability: new Float64Array(rows),
    direction: new Int8Array(rows),
  }
  let at = 0
  for (const { from, to } of segments) {
    selected.times.set(times.subarray(from, to), at)
    selected.probability.set(probability.subarray(from, to), at)
    selected.direction.set(direction.subarray(from, to), at)
    at += to - from
  }
  return selected
}
