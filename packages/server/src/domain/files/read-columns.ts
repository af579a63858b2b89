import type { PointColumns, TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'

/** 8 MB at a time: the store holds several copies of a response while it is transferred, and scores take four times as much. */
const CELLS_PER_CHUNK = 1_000_000

/** How much of a dataset is in memory at once. */
export function rowsPerChunk(seriesCount: number): number {
  return Math.max(1, Math.floor(CELLS_PER_CHUNK / Math.max(1, seriesCount)))
}

/** Time spans of a dataset's chunks, each from its first row up to the next chunk. */
export function chunksOf(times: Float64Array, rows: number): TimeSpan[] {
  const chunks: TimeSpan[] = []
  for (let row = 0; row < times.length; row += rows) {
    const next = times[row + rows]
    chunks.push({ from: times[row]!, to: next ?? times[times.length - 1]! + 1 })
  }
  return chunks
}

/** Reads whole columns into memory shared with worker threads, chunk by chunk. */
export async function readColumns(
  ctx: Pick<Context, 'points'>,
  dataset: string,
  series: readonly number[],
  span?: TimeSpan,
): Promise<PointColumns> {
  const times = await ctx.points.readTimes(dataset, span)
  const chunks = chunksOf(times, rowsPerChunk(series.length))
  if (chunks.length === 1) return ctx.points.readPoints(dataset, series, span)
  const columns = series.map(() => new Float64Array(new SharedArrayBuffer(times.length * 8)))
  let row = 0
  for (const chunk of chunks) {
    const read = await ctx.points.readPoints(dataset, series, chunk)
    for (const [index, column] of read.columns.entries()) columns[index]!.set(column, row)
    row += read.times.length
  }
  return { times, columns }
}
