import type { GapFinding } from '@omen/engine'
import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { chunksOf, type Dataset, rowsPerChunk } from '../files/index.ts'
import type { WorkOptions } from '../jobs/index.ts'

/**
 * Silent targets, silent collectors and frozen values, in a file without a model. It is read twice, a chunk at a
 * time, since its expected values are available only at its end.
 */
export async function findGaps(ctx: Context, dataset: Dataset, options: WorkOptions): Promise<GapFinding[]> {
  const { series, intervalMs } = dataset
  const seriesNumbers = series.map((_, seriesNumber) => seriesNumber)
  const chunks = chunksOf(await ctx.points.readTimes(dataset.id), rowsPerChunk(series.length))
  const read = (chunk: TimeSpan) => ctx.points.readPoints(dataset.id, seriesNumbers, chunk)
  const session = await ctx.compute.openGapSearch({ series, stepMs: intervalMs ?? 0 }, { signal: options.signal })
  const report = (done: number): void =>
    options.report({ done, total: 2 * chunks.length, unit: 'steps', note: 'searching' })
  try {
    for (const [index, chunk] of chunks.entries()) {
      await session.survey(await read(chunk))
      report(index + 1)
    }
    for (const [index, chunk] of chunks.entries()) {
      await session.search(await read(chunk))
      report(chunks.length + index + 1)
    }
    return await session.finish()
  } finally {
    await session.close()
  }
}
