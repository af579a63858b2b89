import type { FastifyReply } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { cancelJob } from '../../domain/job-runs/index.ts'
import { followJob, getJob, type JobRow, listJobs } from '../../domain/jobs/index.ts'
import type { Job } from '../../schema/wire-types.ts'
import type { OperationHandlers } from '../operation.ts'
import { openEventStream } from '../sse.ts'
import { readWait } from './prefer.ts'

export const jobOperations: OperationHandlers<'listJobs' | 'getJob' | 'followJob' | 'cancelJob'> = {
  listJobs: ({ ctx, caller, query }) => listJobs(ctx, caller, query as Required<typeof query>),
  getJob: async ({ ctx, caller, path, header }) => ({
    job: await getJob(ctx, caller, path.id, readWait(header.Prefer)),
  }),
  followJob: async ({ ctx, caller, path, authorise, request, reply }) => {
    // Before the stream is open, an error can still be returned.
    await getJob(ctx, caller, path.id)
    const stream = openEventStream(request, reply, { authorise })
    try {
      // Credentials revoked before the stream was open did not notify it.
      await stream.authoriseAgain()
      for await (const job of followJob(ctx, caller, path.id, stream.closed)) stream.send('job', job)
    } finally {
      // After an error too: no status can be sent any more, and a reader whose stream ends asks again.
      stream.end()
    }
    return undefined
  },
  cancelJob: async ({ ctx, caller, path }) => ({ job: await cancelJob(ctx, caller, path.id) }),
}

/** The job: finished (200) if the caller waited and it ended in time, else in its present state (202). */
export async function answerJob(
  { ctx, caller, reply, prefer }: { ctx: Context; caller: Caller; reply: FastifyReply; prefer: string | undefined },
  row: JobRow,
): Promise<{ job: Job }> {
  const job = await getJob(ctx, caller, row.id, readWait(prefer))
  reply.code(['done', 'failed', 'cancelled'].includes(job.state) ? 200 : 202)
  return { job }
}
