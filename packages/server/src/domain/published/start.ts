import type { PublicationFields } from '../../schema/job-parameters.ts'
import type { Visibility } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findReadableFacts, planDetection } from '../detections/index.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { createJob, type JobRow, type PublicationParameters } from '../jobs/index.ts'
import { findReadableProject } from '../projects/index.ts'
import { requirePublishRoom } from '../quotas/index.ts'
import { requireFuture } from './require-future.ts'

export interface PublicationRequest {
  readonly name: string
  readonly description?: string | undefined
  readonly system?: string | undefined
  readonly visibility?: Visibility | undefined
  readonly userNames?: readonly string[] | undefined
  readonly expiresAt?: number | undefined
  readonly withRawData?: boolean | undefined
  readonly commit?: string | undefined
  readonly branch?: string | undefined
  readonly buildLink?: string | undefined
}

export interface FilePublication extends PublicationRequest {
  readonly detectionId?: string | undefined
  readonly filename?: string | undefined
  readonly uploadFileName?: string | undefined
  readonly modelName?: string | undefined
  readonly modelType?: string | undefined
  readonly modelUserName?: string | undefined
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
}

export interface ProjectPublication extends PublicationRequest {
  readonly projectName: string
  readonly from: number
  readonly to: number
}

/** Stated in the API's description. */
const MAX_VALUES = 20_000_000

/** Creates a job that publishes a detection: one that was made, or one that is run on a file first. */
export async function startFilePublication(ctx: Context, caller: Caller, request: FilePublication): Promise<JobRow> {
  const fields = fieldsOf(ctx, request)
  const { detectionId, filename, modelName } = request
  if (detectionId !== undefined) return publishDetection(ctx, caller, { fields, detectionId })
  if (filename === undefined) throw invalidField('filename', 'is required', { rule: 'required' })
  if (modelName === undefined) throw invalidField('modelName', 'is required', { rule: 'required' })
  const wanted = { ...request, filename, modelName, uploadFileName: request.uploadFileName ?? fields.name }
  const detection = await planDetection(ctx, caller, wanted as Parameters<typeof planDetection>[2])
  return createPublication(ctx, caller, { kind: 'publication', origin: 'file', filename, detection, fields })
}

async function publishDetection(
  ctx: Context,
  caller: Caller,
  { detectionId, fields }: { detectionId: string; fields: PublicationFields },
): Promise<JobRow> {
  const row = await findReadableFacts(ctx, caller, detectionId)
  if (row.ownerId !== caller.accountId && !row.isDemo) throw new DomainError('FORBIDDEN')
  return createPublication(ctx, caller, { kind: 'publication', origin: 'detection', detectionId, fields })
}

/** Creates a job that copies an interval of a project. */
export async function startProjectPublication(
  ctx: Context,
  caller: Caller,
  request: ProjectPublication,
): Promise<JobRow> {
  const { source, project } = await findReadableProject(ctx, caller, request.projectName)
  if (source.ownerId !== caller.accountId && !project.isDemo) throw new DomainError('FORBIDDEN')
  const fields = fieldsOf(ctx, request)
  const { from, to } = request
  if (from >= to) throw invalidField('from', 'must be earlier than to', { rule: 'order' })
  if (((to - from) / project.samplingMs) * project.seriesCount > MAX_VALUES)
    throw invalidField('from', `must leave at most ${MAX_VALUES} values to publish: choose a shorter time`)
  return createPublication(ctx, caller, {
    kind: 'publication',
    origin: 'project',
    projectId: source.id,
    from,
    to,
    fields,
  })
}

function createPublication(ctx: Context, { accountId }: Caller, parameters: PublicationParameters): Promise<JobRow> {
  return createJob(ctx, async (tx) => {
    await requirePublishRoom(ctx, tx, accountId)
    return { ownerId: accountId, title: parameters.fields.name, parameters }
  })
}

function fieldsOf(ctx: Context, request: PublicationRequest): PublicationFields {
  const { description = '', system = '', visibility = 'private', userNames = [], withRawData = true } = request
  const { expiresAt, commit, branch, buildLink } = request
  requireFuture(ctx, expiresAt)
  return {
    name: request.name.trim(),
    description,
    system: system.trim(),
    visibility,
    userNames,
    withRawData,
    ...(expiresAt !== undefined && { expiresAt }),
    run: {
      ...(commit !== undefined && { commit }),
      ...(branch !== undefined && { branch }),
      ...(buildLink !== undefined && { buildLink }),
    },
  }
}
