import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { JobRow, WorkOptions } from '../jobs/index.ts'
import { addProcessorTime } from '../quotas/index.ts'
import { doWork } from './do-work.ts'

/** Runs a job and charges the processor time of its worker threads to its owner, whatever the outcome. */
export async function doMeteredWork(ctx: Context, job: JobRow, options: WorkOptions): Promise<JobResult> {
  let processorMs = 0
  const compute = ctx.compute.metered((ms) => {
    processorMs += ms
  })
  try {
    return await doWork({ ...ctx, compute }, job, options)
  } finally {
    await addProcessorTime(ctx, job.ownerId, processorMs).catch((error: unknown) =>
      ctx.log.warn({ err: error, job: job.id }, 'the processor time of a job was not recorded'),
    )
  }
}
