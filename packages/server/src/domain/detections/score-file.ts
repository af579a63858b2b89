import { eq } from 'drizzle-orm'
import type { Findings, ScoredBlocks, StoredModel } from '../../ports/compute.ts'
import { datasets } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { chunksOf, type Dataset, recordOf } from '../files/index.ts'
import { newHandle } from '../handle.ts'
import { instanceId } from '../instance.ts'
import type { WorkOptions } from '../jobs/index.ts'

export interface Scoring {
  readonly model: StoredModel
  readonly dataset: Dataset
  /** Numbers of the model's series in the dataset, in the model's order. */
  readonly seriesNumbers: readonly number[]
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

export interface Scored extends Findings {
  readonly id: string
  readonly rows: number
}

/**
 * Scores a dataset from its beginning to its end: while one chunk is scored, the next one is read and the one before is
 * stored. The scores are a dataset of their own, `filling` until a detection names it.
 */
export async function scoreFile(ctx: Context, { dataset, ...scoring }: Scoring, options: WorkOptions): Promise<Scored> {
  const id = newHandle(ctx, 'sc')
  await ctx.db
    .insert(datasets)
    .values({ id, state: 'filling', rows: 0, filledBy: instanceId, createdAt: ctx.clock.now() })
  const { seriesNumbers } = scoring
  const chunks = chunksOf(await ctx.points.readTimes(dataset.id), scoring.rowsAtOnce)
  const read = (index: number) =>
    chunks[index] && quietly(ctx.points.readPoints(dataset.id, seriesNumbers, chunks[index]))
  const series = seriesNumbers.map((seriesNumber) => dataset.series[seriesNumber]!)
  const session = await ctx.compute.openScorer({ ...scoring, series }, { signal: options.signal })
  let rows = 0
  let done = 0
  let storing: Promise<void> = Promise.resolve()
  try {
    let next = read(0)
    for (let index = 0; index < chunks.length; index++) {
      const points = await next!
      next = read(index + 1)
      const blocks = await session.push(points)
      await storing
      storing = quietly(store(ctx, id, blocks))
      rows += blocks.rows
      done += points.times.length
      options.signal.throwIfAborted()
      options.report({ done, total: dataset.rows, unit: 'rows', note: 'scoring' })
    }
    const findings = await session.finish()
    await storing
    await ctx.db
      .update(datasets)
      .set(recordOf(await ctx.points.computeChecksum(id)))
      .where(eq(datasets.id, id))
    return { id, rows, ...findings }
  } catch (error) {
    await storing.catch(() => {})
    await ctx.points.drop([id])
    await ctx.db.delete(datasets).where(eq(datasets.id, id))
    throw error
  } finally {
    await session.close()
  }
}

async function store(ctx: Context, id: string, blocks: ScoredBlocks): Promise<void> {
  await Promise.all([ctx.points.insertScores(id, blocks.scores), ctx.points.insertRowScores(id, blocks.rowScores)])
}

/** Prevents an unhandled rejection of a promise that is awaited later. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
