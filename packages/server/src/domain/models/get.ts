import { desc, eq } from 'drizzle-orm'
import { modelVersions } from '../../schema/index.ts'
import type { Model, ModelVersion } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findReadableModel, type ModelRow, toModels } from './model-row.ts'
import { toModelVersion, versionColumns } from './version-row.ts'

export async function getModel(ctx: Context, caller: Caller, id: string): Promise<Model> {
  return describeModel(ctx, caller, await findReadableModel(ctx, caller, id))
}

/** Newest first. */
export async function listModelVersions(ctx: Context, caller: Caller, id: string): Promise<ModelVersion[]> {
  const model = await findReadableModel(ctx, caller, id)
  const rows = await ctx.db
    .select(versionColumns)
    .from(modelVersions)
    .where(eq(modelVersions.modelId, id))
    .orderBy(desc(modelVersions.version))
  return rows.map((row) => toModelVersion(row, model.liveVersion))
}

export async function describeModel(ctx: Context, caller: Caller, row: ModelRow): Promise<Model> {
  const [model] = await toModels(ctx, caller, [row])
  if (!model) throw notFound('model')
  return model
}
