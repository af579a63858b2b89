import { ApiProblem, TransportError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import type { CallOptions } from './pages.ts'
import { backoffMs } from './retry.ts'
import type { Transport } from './transport.ts'
import type { Job, JobResult } from './types.ts'
import { settle, toProblem, toTransportError } from './unwrap.ts'

/** Options of following a job. */
export interface FollowOptions extends CallOptions {
  /** Called with every change, the current state first. */
  onProgress?: ((job: Job) => void) | undefined
}

/** Whether a job has reached a final state. */
export function isEnded(job: Job): boolean {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled'
}

/** The result of a done job. Throws the job's own {@link ApiProblem} if it failed or was cancelled. */
export function jobResult(job: Job): JobResult {
  if (job.state === 'done') return job.result ?? {}
  if (job.error) throw ApiProblem.fromFailure(job.error)
  const message = job.state === 'cancelled' ? 'The job was cancelled' : `The job is ${job.state}`
  throw new ApiProblem({ code: job.state === 'cancelled' ? 'JOB_CANCELLED' : 'INTERNAL', status: 0, message })
}

/** Attempts after which streams that break without an event are given up; polling continues. */
const MAX_SILENT_STREAMS = 3
const POLL_MS = 1000
const MAX_LOST_CONTACTS = 8

/** Every change of a job until it has ended: by server-sent events, and by polling between or instead of them. */
export async function* watchJob(
  transport: Transport,
  id: string,
  { signal }: CallOptions = {},
): AsyncGenerator<Job, void, undefined> {
  for (let silent = 0, lost = 0; ; ) {
    if (silent < MAX_SILENT_STREAMS) {
      silent++
      for await (const job of eventsOf(transport, id, signal)) {
        silent = lost = 0
        yield job
        if (isEnded(job)) return
      }
    }
    const job = await poll(transport, id, signal, ++lost)
    if (job) {
      lost = 0
      yield job
      if (isEnded(job)) return
    }
    const waitMs = job ? POLL_MS : Math.max(POLL_MS, backoffMs(lost, transport.retry))
    await settle(transport.clock.sleep(waitMs, signal))
  }
}

/** The current job; undefined while the server is unreachable, so that following survives a restart. */
async function poll(transport: Transport, id: string, signal: AbortSignal | undefined, lost: number) {
  try {
    const init = { params: { path: { id } }, ...(signal && { signal }) }
    return (await transport.unwrap(transport.client.GET('/jobs/{id}', init))).job
  } catch (error) {
    if (signal?.aborted || lost >= MAX_LOST_CONTACTS || !isPassing(error)) throw error
    return undefined
  }
}

/** Whether an error may pass by itself, as while a server restarts. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return error.kind === 'network' || error.kind === 'timeout'
  return error instanceof ApiProblem && (error.status === 429 || error.status >= 502)
}

/** Jobs from the event stream; returns without an error when the stream ends, so that the caller polls. */
async function* eventsOf(transport: Transport, id: string, signal: AbortSignal | undefined) {
  try {
    for await (const events of readEvents((alive) => openEvents(transport, id, alive), signal))
      for (const { event, data } of events) if (event === 'job') yield JSON.parse(data) as Job
  } catch (thrown) {
    const error = toTransportError(thrown)
    if (signal?.aborted) throw toTransportError(signal.reason)
    if (error instanceof ApiProblem && !isPassing(error)) throw error
  }
}

async function openEvents(transport: Transport, id: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { response, data, error } = await transport.client.GET('/jobs/{id}/events', {
    params: { path: { id } },
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    signal,
  })
  if (!response.ok) throw toProblem(response, error)
  return data ?? new ReadableStream()
}
