import { eq } from 'drizzle-orm'
import { accounts, models } from '../../schema/index.ts'
import type { ModelDisplay } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findByAddress, type ModelAddress } from './model-row.ts'
import { loadModel, type ReadyVersion, requireReadyVersion } from './version-row.ts'

/** The contents of a model: states, bands, groups and calibration. */
export async function displayModel(
  ctx: Context,
  caller: Caller,
  address: ModelAddress & { version?: number | undefined },
): Promise<ModelDisplay> {
  const model = await findByAddress(ctx, caller, address)
  const version = await requireReadyVersion(ctx, model, address.version)
  return displayOf(ctx, model, version)
}

/** The same of a version by the id of its model, which somebody has found that may read it. */
export async function displayVersion(
  ctx: Context,
  { modelId, version }: { modelId: string; version: number },
): Promise<ModelDisplay> {
  const [model] = await ctx.db.select().from(models).where(eq(models.id, modelId))
  if (!model) throw notFound('model')
  return displayOf(ctx, model, await requireReadyVersion(ctx, model, version))
}

async function displayOf(
  ctx: Context,
  { ownerId, modelName, modelType }: typeof models.$inferSelect,
  version: ReadyVersion,
): Promise<ModelDisplay> {
  const [owner] = await ctx.db.select().from(accounts).where(eq(accounts.id, ownerId))
  const shown = await ctx.compute.display(await loadModel(ctx, version))
  return { modelName, modelType, modelUserName: owner!.userName, version: version.version, ...withoutNaN(shown) }
}

/** JSON has no NaN, so it becomes null. */
function withoutNaN<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
