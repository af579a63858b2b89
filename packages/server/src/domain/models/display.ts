import { eq } from 'drizzle-orm'
import { accounts } from '../../schema/index.ts'
import type { ModelDisplay } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findByAddress, type ModelAddress } from './model-row.ts'
import { loadModel, requireReadyVersion } from './version-row.ts'

/** The contents of a model: states, bands, groups and calibration. */
export async function displayModel(
  ctx: Context,
  caller: Caller,
  address: ModelAddress & { version?: number | undefined },
): Promise<ModelDisplay> {
  const model = await findByAddress(ctx, caller, address)
  const version = await requireReadyVersion(ctx, model, address.version)
  const [owner] = await ctx.db.select().from(accounts).where(eq(accounts.id, model.ownerId))
  const shown = await ctx.compute.display(await loadModel(ctx, version))
  return {
    modelName: model.modelName,
    modelType: model.modelType,
    modelUserName: owner!.userName,
    version: version.version,
    ...withoutNaN(shown),
  }
}

/** JSON has no NaN, so it becomes null. */
function withoutNaN<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
