import type { PointColumns, TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'

/** 16 MB at a time: the store holds an answer more than once before it is here, and leaves few parts to merge of what it is given. */
const cellsPerPiece = 2_000_000

/** How much of a dataset is in memory at once. */
export function rowsPerPiece(seriesCount: number): number {
  return Math.max(1, Math.floor(cellsPerPiece / Math.max(1, seriesCount)))
}

/** Pieces of a dataset: from their first row to the one before the next piece. */
export function piecesOf(times: Float64Array, rows: number): TimeSpan[] {
  const pieces: TimeSpan[] = []
  for (let row = 0; row < times.length; row += rows) {
    const next = times[row + rows]
    pieces.push({ from: times[row]!, to: next ?? times[times.length - 1]! + 1 })
  }
  return pieces
}

/** Whole columns in memory that worker threads share, read piece by piece. */
export async function readColumns(
  ctx: Pick<Context, 'points'>,
  dataset: string,
  series: readonly number[],
  span?: TimeSpan,
): Promise<PointColumns> {
  const times = await ctx.points.readTimes(dataset, span)
  const pieces = piecesOf(times, rowsPerPiece(series.length))
  if (pieces.length === 1) return ctx.points.readPoints(dataset, series, span)
  const columns = series.map(() => new Float64Array(new SharedArrayBuffer(times.length * 8)))
  let row = 0
  for (const piece of pieces) {
    const read = await ctx.points.readPoints(dataset, series, piece)
    for (const [index, column] of read.columns.entries()) columns[index]!.set(column, row)
    row += read.times.length
  }
  return { times, columns }
}
