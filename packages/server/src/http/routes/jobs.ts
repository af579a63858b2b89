import { cancelJob } from '../../domain/job-runs/index.ts'
import { followJob, getJob, type JobRow, listJobs } from '../../domain/jobs/index.ts'
import type { Job } from '../../schema/wire-types.ts'
import { waitAuthorised } from '../open-answers.ts'
import type { OperationHandlers, OperationInput } from '../operation.ts'
import { openEventStream } from '../sse.ts'

export const jobOperations: OperationHandlers<'listJobs' | 'getJob' | 'followJob' | 'cancelJob'> = {
  listJobs: ({ ctx, caller, query }) => listJobs(ctx, caller, query as Required<typeof query>),
  getJob: async (input) => ({ job: await waitForJob(input, input.path.id, input.header.Prefer) }),
  followJob: async ({ ctx, caller, path, authorise, request, reply }) => {
    // Before the stream is open, an error can still be returned.
    await getJob(ctx, caller, path.id)
    const stream = openEventStream(request, reply, { authorise, clock: ctx.clock })
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
export async function answerJob(input: Waiting, row: JobRow, prefer: string | undefined): Promise<{ job: Job }> {
  const job = await waitForJob(input, row.id, prefer)
  input.reply.code(['done', 'failed', 'cancelled'].includes(job.state) ? 200 : 202)
  return { job }
}

type Waiting = Pick<OperationInput<'getJob'>, 'ctx' | 'caller' | 'request' | 'reply' | 'authorise'>

async function waitForJob(input: Waiting, id: string, prefer: string | undefined): Promise<Job> {
  const { ctx, caller } = input
  const waitMs = readWait(prefer)
  if (waitMs === 0) return getJob(ctx, caller, id)
  return waitAuthorised(input, (ended) => getJob(ctx, caller, id, waitMs, ended))
}

const LONGEST_MS = 60_000

/** `Prefer: wait=30`, in milliseconds; 0 where nothing is asked for. RFC 7240. */
function readWait(header: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?/i.exec(header ?? '')?.[1]
  return seconds === undefined ? 0 : Math.min(LONGEST_MS, Number(seconds) * 1000)
}
