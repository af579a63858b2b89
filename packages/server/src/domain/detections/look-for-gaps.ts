import type { GapFinding } from '@omen/engine'
import type { Context } from '../context.ts'
import { type DatasetRow, readColumns } from '../files/index.ts'
import type { WorkOptions } from '../jobs/index.ts'

/** Silent targets, silent collectors and values that stand still, where no model scores the file. */
export async function lookForGaps(ctx: Context, dataset: DatasetRow, options: WorkOptions): Promise<GapFinding[]> {
  const { series } = dataset
  const points = await readColumns(
    ctx,
    dataset.id,
    series.map((_, place) => place),
  )
  return ctx.compute.findGaps({ ...points, series }, { signal: options.signal })
}
