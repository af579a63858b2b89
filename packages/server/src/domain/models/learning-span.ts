import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import type { DatasetRow } from '../files/index.ts'

/** What one training holds in memory at most: 160 MB of values, and as much again in the engine. */
const maxCells = 20_000_000

/** All of a dataset, or of a very large one its newest rows. */
export async function learningSpan(
  ctx: Context,
  dataset: DatasetRow,
  seriesCount: number,
): Promise<{ span?: TimeSpan; note?: string }> {
  const rows = Math.floor(maxCells / Math.max(1, seriesCount))
  if (dataset.rows <= rows) return {}
  const times = await ctx.points.readTimes(dataset.id)
  const span = { from: times[times.length - rows]!, to: times[times.length - 1]! + 1 }
  return { span, note: `The file is very large: the newest ${rows} of ${dataset.rows} rows were learned.` }
}
