import type { ModelType } from '@omen/engine'
import { parametersOf } from '@omen/sdk/rules'
import type { Caller, Context } from '../context.ts'
import { findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'
import { createJob, type DetectionParameters, type JobRow } from '../jobs/index.ts'
import { findByAddress, type ModelAddress, matchSeries, readIfSmall, requireReadyVersion } from '../models/index.ts'

export interface DetectionRequest extends ModelAddress {
  readonly filename: string
  readonly uploadFileName: string
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
  readonly isDemo?: boolean
}

/** Creates a job that runs a model on a file and stores a detection. */
export async function startDetection(ctx: Context, caller: Caller, request: DetectionRequest): Promise<JobRow> {
  const parameters = await planDetection(ctx, caller, request)
  const { modelName } = await findByAddress(ctx, caller, request)
  return createJob(ctx, async () => ({
    ownerId: caller.accountId,
    title: `${request.uploadFileName} ← ${modelName}`,
    parameters,
  }))
}

/** What a run of a model on a file needs, checked. */
export async function planDetection(
  ctx: Context,
  caller: Caller,
  request: DetectionRequest,
): Promise<DetectionParameters> {
  const model = await findByAddress(ctx, caller, request)
  const { pvalue, cvalue } = checkParameters(model.modelType, request)
  const version = await requireReadyVersion(ctx, model)
  const file = await findOwnFile(ctx, caller, request.filename)
  const dataset = await readIfSmall(ctx, file)
  if (dataset)
    matchSeries(
      version.series.map((series) => series.id),
      dataset.series,
    )
  return {
    kind: 'detection',
    filename: file.id,
    uploadFileName: request.uploadFileName,
    modelId: model.id,
    version: version.version,
    pvalue,
    cvalue,
    ...(request.isDemo && { isDemo: true }),
  }
}

/** Creates a job that charts a file without a model and stores a detection without scores. */
export async function startVisualization(
  ctx: Context,
  caller: Caller,
  request: { filename: string; uploadFileName: string },
): Promise<JobRow> {
  const file = await findOwnFile(ctx, caller, request.filename)
  await readIfSmall(ctx, file)
  return createJob(ctx, async () => ({
    ownerId: caller.accountId,
    title: request.uploadFileName,
    parameters: { kind: 'visualization', filename: file.id, uploadFileName: request.uploadFileName },
  }))
}

/** Fills in the defaults of the model's type and rejects values out of range. */
export function checkParameters(
  modelType: ModelType,
  given: { pvalue?: number | undefined; cvalue?: number | undefined },
): { pvalue: number; cvalue: number } {
  const parameters = parametersOf(modelType)
  const takeParameter = (name: 'pvalue' | 'cvalue'): number => {
    const { rule, default: whenLeftOut } = parameters[name]
    const value = given[name] ?? whenLeftOut
    if (!rule.test(value)) throw invalidField(name, rule.prompt.en)
    return value
  }
  return { pvalue: takeParameter('pvalue'), cvalue: takeParameter('cvalue') }
}
