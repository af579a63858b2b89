import { and, eq, inArray, sql } from 'drizzle-orm'
import { models, modelVersions } from '../../schema/index.ts'
import type { Failure } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

/**
 * Marks the versions that a job did not finish as failed. A failed version is kept, with its reason, if the model has others;
 * a cancelled version is deleted, and so is a model without other versions. The job keeps the reason in any case.
 */
export async function failVersions(ctx: Pick<Context, 'db'>, jobId: string, failure?: Failure): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isUnfinished = and(eq(modelVersions.jobId, jobId), inArray(modelVersions.state, ['queued', 'training']))
    const ids = tx.select({ id: modelVersions.modelId }).from(modelVersions).where(isUnfinished)
    // Locked before the versions are read, so that a version added meanwhile counts: a model with one is not deleted.
    const locked = await tx
      .select({ id: models.id })
      .from(models)
      .where(inArray(models.id, ids))
      .orderBy(models.modelType)
      .for('update')
    if (failure) {
      const hasOther = sql`exists (select 1 from model_versions other where other.model_id = ${modelVersions.modelId} and other.state = 'ready')`
      await tx.update(modelVersions).set({ state: 'failed', failure }).where(and(isUnfinished, hasOther))
    }
    await tx.delete(modelVersions).where(isUnfinished)
    const isEmpty = sql`not exists (select 1 from ${modelVersions} where ${modelVersions.modelId} = ${models.id})`
    const lockedIds = locked.map(({ id }) => id)
    if (lockedIds.length > 0) await tx.delete(models).where(and(inArray(models.id, lockedIds), isEmpty))
  })
}
