import type { series } from '../../schema/index.ts'
import type { Context } from '../context.ts'

export type RatedSeries = Pick<typeof series.$inferSelect, 'number' | 'isRate'>

/** Values by row and series, of those read as rates the increase a second; NaN where there is none. */
export async function readValues(
  { points }: Pick<Context, 'points'>,
  sourceId: string,
  all: readonly RatedSeries[],
  { from, to, stepMs }: { readonly from: number; readonly to: number; readonly stepMs: number },
): Promise<{ times: Float64Array; columns: Float64Array[] }> {
  // A rate needs the row before
  const first = Math.floor(from / stepMs) * stepMs - stepMs
  const end = Math.floor(to / stepMs) * stepMs + stepMs
  const numbers = all.map(({ number }) => number)
  const { times, columns } = await points.readGrid(sourceId, numbers, { from: first, to: end }, stepMs)
  return {
    times: times.subarray(1),
    columns: columns.map((column, index) => (all[index]!.isRate ? rates(column, stepMs) : column.subarray(1))),
  }
}

function rates(column: Float64Array, stepMs: number): Float64Array {
  return Float64Array.from(column.subarray(1), (value, row) => {
    const rate = (value - column[row]!) / (stepMs / 1000)
    // The counter began anew
    return rate < 0 ? Number.NaN : rate
  })
}
