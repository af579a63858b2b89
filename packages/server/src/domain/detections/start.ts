import type { ModelType } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import { findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'
import { createJob, type JobRow } from '../jobs/index.ts'
import { findByAddress, type ModelAddress, matchSeries, readIfSmall, requireReadyVersion } from '../models/index.ts'

export interface DetectRequest extends ModelAddress {
  readonly filename: string
  readonly uploadFileName: string
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
  readonly isDemo?: boolean
}

/** Runs a model on a file. A job that ends in a detection. */
export async function startDetection(ctx: Context, caller: Caller, request: DetectRequest): Promise<JobRow> {
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
  return createJob(ctx, async () => ({
    ownerId: caller.accountId,
    title: `${request.uploadFileName} ← ${model.modelName}`,
    parameters: {
      kind: 'detection',
      filename: file.id,
      uploadFileName: request.uploadFileName,
      modelId: model.id,
      version: version.version,
      pvalue,
      cvalue,
      ...(request.isDemo && { isDemo: true }),
    },
  }))
}

/** Draws a file without a model. A job that ends in a detection without scores. */
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

/** With DBScan pvalue is a distance; with all others it is below one. */
export function checkParameters(
  modelType: ModelType,
  given: { pvalue?: number | undefined; cvalue?: number | undefined },
): { pvalue: number; cvalue: number } {
  const pvalue = given.pvalue ?? (modelType === 'DBScan' ? 1 : 0.99)
  const cvalue = given.cvalue ?? 5
  if (modelType !== 'DBScan' && pvalue >= 1) throw invalidField('pvalue', 'must be below 1')
  if (modelType === 'DBScan' && pvalue === 0) throw invalidField('pvalue', 'must be above 0 with DBScan')
  return { pvalue, cvalue }
}
