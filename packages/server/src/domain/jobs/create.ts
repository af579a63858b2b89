import type { Database } from '../../ports/database.ts'
import { jobs } from '../../schema/index.ts'
import type { JobParameters } from '../../schema/job-parameters.ts'
import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { requireJobRoom } from '../quotas/index.ts'
import type { JobRow } from './job-row.ts'
import { jobMessage } from './message.ts'
import { requestStillAtWork } from './of-request.ts'

export interface NewJob {
  readonly ownerId: string
  readonly title: string
  readonly parameters: JobParameters
  /** It waits behind everything that a person has asked for. */
  readonly isBackground?: boolean
}

/**
 * Writes a job in one transaction with the rows that `make` writes for it and the message that wakes a worker, so that none
 * exists without the others.
 */
export async function createJob(ctx: Context, make: (tx: Database, jobId: string) => Promise<NewJob>): Promise<JobRow> {
  const id = ctx.random.id()
  return ctx.db.transaction(async (tx) => {
    const { ownerId, title, parameters, isBackground = false } = await make(tx, id)
    await requireJobRoom(ctx, tx, ownerId)
    const [inserted] = await tx
      .insert(jobs)
      .values({
        id,
        ownerId,
        kind: parameters.kind,
        state: 'queued',
        title,
        parameters,
        progress: { done: 0, total: 0, unit: 'steps' },
        attempts: 0,
        isBackground,
        requestId: ctx.claim?.id ?? null,
        requestFingerprint: ctx.claim?.fingerprint() ?? null,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing({ target: jobs.requestId })
      .returning()
    if (!inserted) throw requestStillAtWork()
    await ctx.queue.send([jobMessage(id)], tx)
    return inserted
  })
}

/** Records work that is already done as a finished job. */
export async function createDoneJob(ctx: Context, job: NewJob & { result: JobResult }): Promise<JobRow> {
  const now = ctx.clock.now()
  const [row] = await ctx.db
    .insert(jobs)
    .values({
      id: ctx.random.id(),
      ownerId: job.ownerId,
      kind: job.parameters.kind,
      state: 'done',
      title: job.title,
      parameters: job.parameters,
      progress: { done: 1, total: 1, unit: 'steps' },
      result: job.result,
      attempts: 1,
      requestId: ctx.claim?.id ?? null,
      requestFingerprint: ctx.claim?.fingerprint() ?? null,
      createdAt: now,
      startedAt: now,
      finishedAt: now,
    })
    .onConflictDoNothing({ target: jobs.requestId })
    .returning()
  if (!row) throw requestStillAtWork()
  return row
}
