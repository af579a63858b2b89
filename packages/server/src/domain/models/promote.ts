import { eq } from 'drizzle-orm'
import { models } from '../../schema/index.ts'
import type { Model } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { describeModel } from './get.ts'
import { findOwnModel } from './model-row.ts'
import { requireReadyVersion } from './version-row.ts'

/** Makes a version the live one; promoting an older one rolls back. */
export async function promoteModel(ctx: Context, caller: Caller, id: string, version: number): Promise<Model> {
  const model = await findOwnModel(ctx, caller, id)
  await requireReadyVersion(ctx, model, version)
  const [row] = await ctx.db
    .update(models)
    .set({ liveVersion: version, updatedAt: ctx.clock.now() })
    .where(eq(models.id, id))
    .returning()
  if (!row) throw notFound('model')
  return describeModel(ctx, caller, row)
}
