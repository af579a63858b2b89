import type { GapFinding } from '@omen/engine'
import type { StoredModel } from '../../ports/compute.ts'
import type { Context } from '../context.ts'
import { type DatasetRow, readColumns } from '../files/index.ts'
import type { WorkOptions } from '../jobs/index.ts'

/** Silent targets, silent collectors and values that stand still, over the whole file. */
export async function lookForGaps(
  ctx: Context,
  dataset: DatasetRow,
  places: readonly number[],
  model: StoredModel | null,
  options: WorkOptions,
): Promise<GapFinding[]> {
  const points = await readColumns(ctx, dataset.id, places)
  const series = places.map((place) => dataset.series[place]!)
  return ctx.compute.findGaps({ ...points, series }, model, { signal: options.signal })
}
