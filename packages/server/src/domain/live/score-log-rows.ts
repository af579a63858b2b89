import type { SeriesKey } from '@omen/engine'
import type { LogRowsResult, ProjectDetector } from '../../ports/live-scorer.ts'
import type { LivePoints, TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { registerSeries } from '../ingest/index.ts'

/** Lines read at once. */
const linesAtOnce = 20_000

/**
 * Reads the log lines of rows, has them analysed, and stores the counts as samples of the project's series. `numbers` gets those of new series,
 * -1 for one that the project may not have.
 */
export async function scoreLogRows(
  ctx: Context,
  { sourceId, stepMs }: { readonly sourceId: string; readonly stepMs: number },
  { detector, numbers }: { readonly detector: ProjectDetector; readonly numbers: number[] },
  span: TimeSpan,
): Promise<LogRowsResult> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const batch = await ctx.points.readLogBatch(sourceId, span, linesAtOnce, cursor)
    await detector.pushLines(batch)
    cursor = batch.next
  }
  const rows = Math.round((span.to - span.from) / stepMs)
  const times = Float64Array.from({ length: rows }, (_, row) => span.from + row * stepMs)
  const result = await detector.pushLogRows(times)
  numbers.push(...(await registerLogSeries(ctx, sourceId, result.added)))
  const points = toPoints(times, result.columns, numbers)
  if (points.times.length > 0) await ctx.points.append(sourceId, points)
  await ctx.points.appendLogCounts(sourceId, result.lines)
  return result
}

/** The numbers of series that count log lines. */
export async function registerLogSeries(
  ctx: Context,
  sourceId: string,
  series: readonly SeriesKey[],
): Promise<Iterable<number>> {
  return registerSeries(
    ctx,
    sourceId,
    series.map((key) => ({ ...key, type: 'gauge' as const })),
  )
}

function toPoints(times: Float64Array, columns: readonly Float64Array[], numbers: readonly number[]): LivePoints {
  const cells = columns.flatMap((column, place) =>
    numbers[place]! < 0
      ? []
      : Array.from(column, (value, row) => ({ series: numbers[place]!, time: times[row]!, value })).filter(
          ({ value }) => !Number.isNaN(value),
        ),
  )
  return {
    series: Uint32Array.from(cells, ({ series }) => series),
    times: Float64Array.from(cells, ({ time }) => time),
    values: Float64Array.from(cells, ({ value }) => value),
  }
}
