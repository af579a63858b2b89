import { jobs } from '../../adapters/database/schema/index.ts'
import type { Database } from '../../ports/database.ts'
import type { Context } from '../context.ts'
import type { JobResult } from '../wire-types.ts'
import type { JobParameters } from './job-parameters.ts'
import type { JobRow } from './job-row.ts'

export interface NewJob {
  readonly ownerId: string
  readonly title: string
  readonly parameters: JobParameters
}

/**
 * Writes a job in one transaction with what `make` writes for it, then hands it to the queue. A server
 * that dies in between finds it in the table when it starts again.
 */
export async function createJob(ctx: Context, make: (tx: Database, jobId: string) => Promise<NewJob>): Promise<JobRow> {
  const id = ctx.random.id()
  const row = await ctx.db.transaction(async (tx) => {
    const { ownerId, title, parameters } = await make(tx, id)
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
        createdAt: ctx.clock.now(),
      })
      .returning()
    return inserted!
  })
  await ctx.queue.send(id)
  return row
}

/** What was done at once, in the shape of a job. */
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
      createdAt: now,
      startedAt: now,
      finishedAt: now,
    })
    .returning()
  return row!
}
