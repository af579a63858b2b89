import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import type { Dataset } from '../files/index.ts'

/**
 * Limits one training to 600 MB of memory: by measurement it takes 45 bytes per value, which dominates with many series, and
 * 140 bytes per row for the column being processed.
 */
const MAX_CELLS = 8_000_000
const MAX_ROWS = 2_500_000

/** The largest number of rows that a training uses, by the number of series. */
export function rowsTrained(seriesCount: number): number {
  return Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, seriesCount)))
}

/** The whole span of a dataset, or the newest rows of a very large one. */
export async function trainingSpan(
  ctx: Pick<Context, 'points'>,
  dataset: Dataset,
  seriesCount: number,
): Promise<{ span?: TimeSpan; note?: string }> {
  const rows = rowsTrained(seriesCount)
  if (dataset.rows <= rows) return {}
  const times = await ctx.points.readTimes(dataset.id)
  const span = { from: times[times.length - rows]!, to: times[times.length - 1]! + 1 }
  return { span, note: `The file is very large: the newest ${rows} of ${dataset.rows} rows were used for training.` }
}
