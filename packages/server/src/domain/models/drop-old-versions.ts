import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { models, modelVersions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { VersionTarget } from '../jobs/index.ts'
import { deleteNaming, removeRequested } from '../removals/index.ts'

/** A week of daily versions, to go back to. */
const versionsKept = 7

/** Deletes the versions that trainings without end have left behind, but for the newest ones and the live one. */
export async function dropOldVersions(ctx: Context, targets: readonly VersionTarget[]): Promise<void> {
  for (const { modelId } of targets)
    await deleteNaming(ctx, async (tx) => {
      const [model] = await tx.select().from(models).where(eq(models.id, modelId)).for('no key update')
      const old = await tx
        .select({ version: modelVersions.version })
        .from(modelVersions)
        .where(and(eq(modelVersions.modelId, modelId), ne(modelVersions.version, model?.liveVersion ?? 0)))
        .orderBy(desc(modelVersions.version))
        .offset(versionsKept - 1)
      const numbers = old.map(({ version }) => version)
      if (numbers.length === 0) return []
      const dropped = await tx
        .delete(modelVersions)
        .where(and(eq(modelVersions.modelId, modelId), inArray(modelVersions.version, numbers)))
        .returning({ handle: modelVersions.weightsHandle })
      return dropped.flatMap(({ handle }) => (handle === null ? [] : [handle]))
    })
  await removeRequested(ctx)
}
