import { eq } from 'drizzle-orm'
import { accounts, published } from '../../schema/index.ts'
import type { JobResult } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { detectFile } from '../detections/index.ts'
import { digestOf } from '../digest.ts'
import { DomainError } from '../errors.ts'
import type { JobWork, PublicationParameters, WorkOptions } from '../jobs/index.ts'
import { freezeDetection } from './freeze-detection.ts'
import { freezeProject } from './freeze-project.ts'
import { keepCopy } from './keep-copy.ts'
import { discardPoints } from './own-points.ts'

/** Makes the frozen copy; if it already exists, it was completed before the server died. */
export async function publish(
  ctx: Context,
  job: JobWork<PublicationParameters>,
  options: WorkOptions,
): Promise<JobResult> {
  const [made] = await ctx.db.select().from(published).where(eq(published.jobId, job.id))
  if (made) return { publishedId: made.sourceId }
  const { parameters } = job
  const id = idOf(job)
  const owner = await findOwner(ctx, job.ownerId)
  if (parameters.origin === 'project') {
    options.report({ done: 0, total: 1, unit: 'steps', note: 'copying' })
    try {
      await keepCopy(ctx, { id, job, owner }, await freezeProject(ctx, id, parameters, options.signal))
    } catch (error) {
      await discardPoints(ctx, id)
      throw error
    }
    return { publishedId: id }
  }
  const run =
    parameters.origin === 'file'
      ? await detectFile(ctx, { ...job, parameters: parameters.detection }, options)
      : { detectionId: parameters.detectionId }
  options.report({ done: 0, total: 1, unit: 'steps', note: 'copying' })
  const copy = await freezeDetection(ctx, owner, {
    id,
    detectionId: run.detectionId!,
    withRawData: parameters.fields.withRawData,
    signal: options.signal,
  })
  await keepCopy(ctx, { id, job, owner }, copy)
  return { ...run, publishedId: id }
}

/** The same whenever the job is run again, so that what a killed server copied is found. */
function idOf(job: { readonly id: string }): string {
  return `pb_${digestOf('published', job.id).slice(0, 24)}`
}

/** Whoever asked for it, who may have lost the right to since. */
async function findOwner({ db }: Pick<Context, 'db'>, accountId: string): Promise<Caller> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) throw new DomainError('NOT_FOUND', { message: 'The account was deleted meanwhile.' })
  const { userName, role } = account
  return { accountId, userName, role, via: 'session', scopes: [], credentialId: '' }
}
