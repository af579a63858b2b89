import type { ModelType } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import { findOwnFile } from '../files/index.ts'
import { createJob, type JobRow } from '../jobs/index.ts'
import { addVersion } from './model-row.ts'
import { checkIntervals, readIfSmall } from './request-files.ts'

export interface TrainingRequest {
  readonly filename: string
  readonly uploadFileName: string
  readonly modelName: string
  /** If omitted, both Holistic and Split are trained. */
  readonly modelType?: ModelType | undefined
  readonly filenameFilter?: string | undefined
  readonly isDemo?: boolean
}

const TYPES_TRAINED_TOGETHER: readonly ModelType[] = ['Holistic', 'Split']

/** Creates a job that trains a new version of the model, which becomes the live one when it is ready, unless a newer one is. */
export async function startTraining(ctx: Context, caller: Caller, request: TrainingRequest): Promise<JobRow> {
  const file = await findOwnFile(ctx, caller, request.filename)
  await checkIntervals(ctx, caller, request.filenameFilter)
  await readIfSmall(ctx, file)
  const { modelName, uploadFileName, isDemo = false } = request
  return createJob(ctx, async (tx, jobId) => {
    const targets = []
    for (const modelType of request.modelType ? [request.modelType] : TYPES_TRAINED_TOGETHER) {
      const names = { ownerId: caller.accountId, modelName, modelType }
      const made = await addVersion(ctx, tx, { ...names, jobId, uploadFileName, isDemo })
      targets.push({ modelName, modelType, ...made })
    }
    return {
      ownerId: caller.accountId,
      title: `${uploadFileName} → ${modelName}`,
      parameters: {
        kind: 'training',
        filename: file.id,
        ...(request.filenameFilter !== undefined && { filenameFilter: request.filenameFilter }),
        targets,
        isDemo,
      },
    }
  })
}
