import { and, eq, inArray } from 'drizzle-orm'
import { detections, models, modelVersions } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { findOwnModel, type ModelRow } from './model-row.ts'

/** With all versions; its detections stay, and the weights that they were made with. */
export async function deleteModel(ctx: Context, caller: Caller, id: string): Promise<void> {
  await removeModel(ctx, await findOwnModel(ctx, caller, id))
}

export async function removeModel(ctx: Context, model: ModelRow): Promise<void> {
  const versions = await ctx.db
    .select({ handle: modelVersions.weightsHandle })
    .from(modelVersions)
    .where(eq(modelVersions.modelId, model.id))
  await ctx.db.delete(models).where(eq(models.id, model.id))
  await removeUnusedWeights(
    ctx,
    versions.flatMap(({ handle }) => (handle === null ? [] : [handle])),
  )
}

/** Weights that neither a version nor a detection names. */
export async function removeUnusedWeights(ctx: Context, handles: readonly string[]): Promise<void> {
  if (handles.length === 0) return
  const inVersions = await ctx.db
    .select({ handle: modelVersions.weightsHandle })
    .from(modelVersions)
    .where(inArray(modelVersions.weightsHandle, [...handles]))
  const inDetections = await ctx.db
    .select({ handle: detections.weightsHandle })
    .from(detections)
    .where(and(inArray(detections.weightsHandle, [...handles])))
  const used = new Set([...inVersions, ...inDetections].map((row) => row.handle))
  for (const handle of handles) if (!used.has(handle)) await ctx.files.remove(handle)
}
