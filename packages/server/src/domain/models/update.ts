import type { ModelType } from '@omen/engine'
import { and, desc, eq, lt } from 'drizzle-orm'
import { models, modelVersions } from '../../schema/index.ts'
import type { TrainedVersion } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'
import { createDoneJob, createJob, type JobRow, type VersionTarget } from '../jobs/index.ts'
import { removeModel } from './delete.ts'
import { matchSeries } from './match-series.ts'
import { addVersion, listOwnByName, type ModelRow } from './model-row.ts'
import { checkIntervals, readIfSmall } from './request-files.ts'
import { requireReadyVersion } from './version-row.ts'

export interface UpdateRequest {
  readonly operation: 'update' | 'revert' | 'delete'
  readonly modelName: string
  /** If omitted, every type of that name. */
  readonly modelType?: ModelType | undefined
  readonly filename?: string | undefined
  readonly uploadFileName?: string | undefined
  readonly filenameFilter?: string | undefined
}

/** Trains on more data, reverts to the previous version, or deletes. The last two take effect immediately. */
export async function updateModels(ctx: Context, caller: Caller, request: UpdateRequest): Promise<JobRow> {
  const named = await listOwnByName(ctx, caller, request.modelName)
  const meant = request.modelType ? named.filter((model) => model.modelType === request.modelType) : named
  if (meant.length === 0) throw notFound('model')
  if (request.operation === 'update') return startTrainingUpdate(ctx, caller, request, meant)
  const versions = request.operation === 'revert' ? await revert(ctx, meant) : await deleteAll(ctx, meant)
  return createDoneJob(ctx, {
    ownerId: caller.accountId,
    title: `${request.operation} ${request.modelName}`,
    parameters: { kind: 'update', filename: '', targets: [] },
    result: { versions },
  })
}

async function startTrainingUpdate(
  ctx: Context,
  caller: Caller,
  request: UpdateRequest,
  meant: ModelRow[],
): Promise<JobRow> {
  if (request.filename === undefined)
    throw invalidField('filename', 'is required for the operation update', { rule: 'required' })
  const file = await findOwnFile(ctx, caller, request.filename)
  await checkIntervals(ctx, caller, request.filenameFilter)
  const dataset = await readIfSmall(ctx, file)
  const ready = meant.filter((model) => model.liveVersion !== null)
  if (ready.length === 0) throw new DomainError('MODEL_NOT_READY')
  const [first] = ready
  const { series } = await requireReadyVersion(ctx, first!)
  if (dataset)
    matchSeries(
      series.map((key) => key.id),
      dataset.series,
    )
  const uploadFileName = request.uploadFileName ?? file.uploadFileName
  return createJob(ctx, async (tx, jobId) => {
    const targets: VersionTarget[] = []
    for (const { modelName, modelType, isDemo } of ready) {
      const names = { ownerId: caller.accountId, modelName, modelType }
      targets.push({
        modelName,
        modelType,
        ...(await addVersion(ctx, tx, { ...names, jobId, uploadFileName, isDemo })),
      })
    }
    return {
      ownerId: caller.accountId,
      title: `${uploadFileName} → ${request.modelName}`,
      parameters: {
        kind: 'update',
        filename: file.id,
        ...(request.filenameFilter !== undefined && { filenameFilter: request.filenameFilter }),
        targets,
      },
    }
  })
}

/** Reverts all types or none: types of one name at different versions would mislead. */
async function revert(ctx: Context, meant: ModelRow[]): Promise<TrainedVersion[]> {
  return ctx.db.transaction(async (tx) => {
    const versions: TrainedVersion[] = []
    for (const model of meant) {
      const [before] = await tx
        .select({ version: modelVersions.version })
        .from(modelVersions)
        .where(
          and(
            eq(modelVersions.modelId, model.id),
            eq(modelVersions.state, 'ready'),
            lt(modelVersions.version, model.liveVersion ?? 0),
          ),
        )
        .orderBy(desc(modelVersions.version))
        .limit(1)
      if (!before) throw new DomainError('NO_PREVIOUS_VERSION')
      await tx
        .update(models)
        .set({ liveVersion: before.version, updatedAt: ctx.clock.now() })
        .where(eq(models.id, model.id))
      versions.push({
        modelId: model.id,
        modelName: model.modelName,
        modelType: model.modelType,
        version: before.version,
        live: true,
      })
    }
    return versions
  })
}

async function deleteAll(ctx: Context, meant: ModelRow[]): Promise<TrainedVersion[]> {
  for (const model of meant) await removeModel(ctx, model)
  return []
}
