import { eq } from 'drizzle-orm'
import { detections } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { sweepDatasets } from '../files/index.ts'
import { removeRequested, requestRemoval } from '../removals/index.ts'
import { removeUnusedSources } from '../sources/index.ts'
import { findOwnDetection } from './detection-row.ts'

/** Deletes a detection with its scores, and everything that only it still referenced. */
export async function deleteDetection(ctx: Context, caller: Caller, id: string): Promise<void> {
  const row = await findOwnDetection(ctx, caller, id)
  await ctx.db.transaction(async (tx) => {
    await tx.delete(detections).where(eq(detections.id, id))
    await removeUnusedSources({ ...ctx, db: tx }, row.sourceId)
    if (row.weightsHandle) await requestRemoval({ ...ctx, db: tx }, [row.weightsHandle])
  })
  await sweepDatasets(ctx)
  await removeRequested(ctx)
}
