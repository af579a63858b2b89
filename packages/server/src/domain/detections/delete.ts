import { eq } from 'drizzle-orm'
import { detections } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { sweepDatasets } from '../files/index.ts'
import { deleteNaming, removeRequested, unlessFull } from '../removals/index.ts'
import { removeUnusedSources } from '../sources/index.ts'
import { findOwnDetection } from './detection-row.ts'

/** Deletes a detection with its scores, and everything that only it still referenced. */
export async function deleteDetection(ctx: Context, caller: Caller, id: string): Promise<void> {
  const row = await findOwnDetection(ctx, caller, id)
  await deleteNaming(ctx, async (tx) => {
    await tx.delete(detections).where(eq(detections.id, id))
    await removeUnusedSources({ ...ctx, db: tx }, row.sourceId)
    return row.weightsHandle ? [row.weightsHandle] : []
  })
  await unlessFull(ctx, () => removeRequested(ctx))
  await unlessFull(ctx, () => sweepDatasets(ctx))
}
