import { and, desc, eq } from 'drizzle-orm'
import { liveModels, models, modelVersions } from '../../schema/index.ts'
import type { ProjectModelVersion } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

const MAX_WINDOWS = 100

/** A version of the model of a project, and the rows that were scored by it. */
export type LearningWindow = ProjectModelVersion & { readonly modelId: string }

/** The latest windows of a project, newest first. */
export async function readLearningWindows({ db }: Context, sourceId: string): Promise<LearningWindow[]> {
  const { modelName, modelType } = models
  const { trainedFrom, trainedTo, rows } = modelVersions
  const { modelId, version, fromTime } = liveModels
  const found = await db
    .select({ modelId, modelName, modelType, version, from: fromTime, trainedFrom, trainedTo, rows })
    .from(liveModels)
    .innerJoin(models, eq(models.id, liveModels.modelId))
    .innerJoin(
      modelVersions,
      and(eq(modelVersions.modelId, liveModels.modelId), eq(modelVersions.version, liveModels.version)),
    )
    .where(eq(liveModels.sourceId, sourceId))
    .orderBy(desc(liveModels.fromTime))
    .limit(MAX_WINDOWS)
  return found.map((row, index) => ({ ...row, to: found[index - 1]?.from ?? null }))
}
