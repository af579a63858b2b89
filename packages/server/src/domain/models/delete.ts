import { eq } from 'drizzle-orm'
import { models, modelVersions } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { deleteNaming, removeRequested, unlessFull } from '../removals/index.ts'
import { findOwnModel, type ModelRow } from './model-row.ts'

/** Deletes a model with all versions; its detections are kept, with the weights they were made with. */
export async function deleteModel(ctx: Context, caller: Caller, id: string): Promise<void> {
  await removeModel(ctx, await findOwnModel(ctx, caller, id))
}

export async function removeModel(ctx: Context, model: ModelRow): Promise<void> {
  await deleteNaming(ctx, async (tx) => {
    const versions = await tx
      .select({ handle: modelVersions.weightsHandle })
      .from(modelVersions)
      .where(eq(modelVersions.modelId, model.id))
    await tx.delete(models).where(eq(models.id, model.id))
    return versions.flatMap(({ handle }) => (handle === null ? [] : [handle]))
  })
  await unlessFull(ctx, () => removeRequested(ctx))
}
