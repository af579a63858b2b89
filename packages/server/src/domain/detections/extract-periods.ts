import {
  groupSegments,
  noParts,
  type Period,
  planPeriods,
  type Segment,
  type SeriesKey,
  type SilentRows,
} from '@omen/engine'
import type { Clock, StopTimer } from '../../ports/clock.ts'
import type {
  ExtractionSession,
  ExtractionTask,
  Findings,
  LaneOptions,
  SegmentRows,
  StoredModel,
} from '../../ports/compute.ts'
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
  readonly gaps: readonly SilentRows[]
}

/** More spans than this are queried by their times, since each span is compared with every row. */
const SPANS_AT_ONCE = 16

/** Some 4 M rows. To read and decode a million takes 80 ms, 25 of them of the thread that answers requests. */
const recentRowScores = createRecentRowScores({ keptMs: 60_000, bytes: 64 * 2 ** 20 })

/** Extracts the periods for these values of pvalue and cvalue from stored scores. */
export async function extractPeriods(
  ctx: Pick<Context, 'points' | 'compute' | 'clock'>,
  extraction: Extraction,
  options: LaneOptions = {},
): Promise<Period[]> {
  const { scoresId } = extraction
  const rowScores = await recentRowScores.read(ctx.clock, scoresId, () => ctx.points.readRowScores(scoresId))
  const task = { ...extraction, series: seriesOf(extraction), found: noParts() }
  return withSession(ctx, task, options, async (session) => {
    const segments = await session.segments(rowScores.probability, extraction.gaps)
    return putTogether(ctx, session, { ...extraction, segments, rowScores }, options)
  })
}

/** Puts the periods of a file together: those found while it was scored, and what is in the segments that are `left`. */
export async function finishPeriods(
  ctx: Pick<Context, 'points' | 'compute'>,
  scored: StoredScores,
  { found, left }: Pick<Findings, 'found' | 'left'>,
  options: LaneOptions = {},
): Promise<Period[]> {
  const { pvalue, cvalue } = scored
  const series = seriesOf(scored)
  if (found.parts.length === 0 && left.length === 0)
    return planPeriods(found, { series, threshold: 1 - pvalue, cvalue, probability: [] }).finish([])
  const rowScores = await ctx.points.readRowScores(scored.scoresId)
  return withSession(ctx, { ...scored, series, found }, options, (session) =>
    putTogether(ctx, session, { ...scored, segments: left, rowScores }, options),
  )
}

async function withSession<T>(
  ctx: Pick<Context, 'compute'>,
  { model, series, pvalue, cvalue, rowsAtOnce, found }: ExtractionTask,
  options: LaneOptions,
  work: (session: ExtractionSession) => Promise<T>,
): Promise<T> {
  options.signal?.throwIfAborted()
  const session = await ctx.compute.openExtraction({ model, series, pvalue, cvalue, rowsAtOnce, found }, options)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

interface Sought extends StoredScores {
  readonly segments: readonly Segment[]
  readonly rowScores: RowScores
}

/** The rows of periods that were found in several parts are read again, piece by piece. */
async function putTogether(
  ctx: Pick<Context, 'points'>,
  session: ExtractionSession,
  { segments, ...file }: Sought,
  { signal }: LaneOptions,
): Promise<Period[]> {
  const { rowsAtOnce, rowScores } = file
  for (const group of groupSegments(segments, rowsAtOnce)) {
    signal?.throwIfAborted()
    await session.find(await readRows(ctx, file, group))
  }
  const need = await session.plan(rowScores.probability)
  const pieces = need.flatMap(({ fromRow, toRow }, request) =>
    cutRows(fromRow, toRow, rowsAtOnce).map((segment) => ({ ...segment, request })),
  )
  for (const group of layersOf(pieces).flatMap((layer) => groupSegments(layer, rowsAtOnce))) {
    signal?.throwIfAborted()
    await session.describe(
      await readRows(ctx, file, group),
      group.map(({ request }) => request),
    )
  }
  const periods: Period[] = []
  for (let some = await session.next(); some.length > 0; some = await session.next()) {
    signal?.throwIfAborted()
    periods.push(...some)
  }
  return periods
}

function seriesOf({ series, scoreSeries }: Pick<StoredScores, 'series' | 'scoreSeries'>): SeriesKey[] {
  return scoreSeries.map((seriesNumber) => series[seriesNumber]!)
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

/** The rows of some segments, to be looked through. */
async function readRows(
  ctx: Pick<Context, 'points'>,
  { pointsId, scoresId, scoreSeries, rowScores }: Pick<Sought, 'pointsId' | 'scoresId' | 'scoreSeries' | 'rowScores'>,
  segments: readonly Segment[],
): Promise<SegmentRows> {
  const selected = rowsOf(rowScores, segments)
  const selection = selectionOf(rowScores.times, segments, selected.times)
  const [points, scores] = await Promise.all([
    ctx.points.readPoints(pointsId, scoreSeries, selection),
    ctx.points.readScores(scoresId, scoreSeries, selection),
  ])
  // Segments alone: a group may carry more
  return { segments: segments.map(({ from, to }) => ({ from, to })), points, scores, rowScores: selected }
}

function selectionOf(times: Float64Array, segments: readonly Segment[], selected: Float64Array): Selection {
  if (segments.length > SPANS_AT_ONCE) return { times: selected }
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

interface RecentOptions {
  /** Since they were last read. */
  readonly keptMs: number
  /** Of all that are kept; what was read longest ago goes first, and more than this is never kept. */
  readonly bytes: number
}

/** Row scores kept for whoever moves a slider, which asks for the same ones again and again. The scores of a detection never change. */
interface RecentRowScores {
  read(clock: Clock, scoresId: string, load: () => Promise<RowScores>): Promise<RowScores>
}

interface Kept {
  readonly scores: RowScores
  readonly stopTimer: StopTimer
}

export function createRecentRowScores({ keptMs, bytes }: RecentOptions): RecentRowScores {
  /** In the order in which they were last read. */
  const kept = new Map<string, Kept>()

  function forget(scoresId: string): void {
    kept.get(scoresId)?.stopTimer()
    kept.delete(scoresId)
  }

  function keep(clock: Clock, scoresId: string, scores: RowScores): void {
    forget(scoresId)
    kept.set(scoresId, { scores, stopTimer: clock.after(keptMs, () => kept.delete(scoresId)) })
    let total = [...kept.values()].reduce((sum, one) => sum + bytesOf(one.scores), 0)
    for (const [oldest, one] of kept) {
      if (total <= bytes) return
      total -= bytesOf(one.scores)
      forget(oldest)
    }
  }

  return {
    async read(clock, scoresId, load) {
      const scores = kept.get(scoresId)?.scores ?? (await load())
      keep(clock, scoresId, scores)
      return scores
    },
  }
}

function bytesOf({ times, probability, direction }: RowScores): number {
  return times.byteLength + probability.byteLength + direction.byteLength
}
