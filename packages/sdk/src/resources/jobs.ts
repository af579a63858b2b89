import { type FollowOptions, watchJob } from '../follow-job.ts'
import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type { Job, JobState } from '../types.ts'

/** Filter of jobs. */
export interface JobQuery extends PageQuery {
  state?: JobState | undefined
  /** Handle of the file that they work on. */
  filename?: string | undefined
}

/** How long to wait for a job. */
export interface WaitOptions extends FollowOptions {
  /** Time limit in milliseconds, after which waiting fails with `timeout`; the job itself continues. */
  timeoutMs?: number | undefined
}

/** Long work: training, update, detection, visualisation. */
export interface Jobs {
  /** Newest first. */
  list(query?: JobQuery, options?: CallOptions): Promise<Paged<Job>>
  listAll(query?: JobQuery, options?: CallOptions): AsyncGenerator<Job, void, undefined>
  get(id: string, options?: CallOptions): Promise<Job>
  cancel(id: string, options?: CallOptions): Promise<Job>
  /** Every change of a job until it has ended, the current state first. */
  watch(id: string, options?: CallOptions): AsyncGenerator<Job, void, undefined>
  /**
   * Follows a job by server-sent events, by polling if they do not come through, across lost connections.
   * Resolves with the ended job, whatever its state; {@link jobResult} throws if it failed.
   */
  follow(id: string, options?: FollowOptions): Promise<Job>
  /** Follow with a time limit. */
  wait(id: string, options?: WaitOptions): Promise<Job>
}

/** The job operations of a client. */
export function jobs(transport: Transport): Jobs {
  const { client, unwrap } = transport
  const collection = resource(transport, '/jobs')
  const list: Jobs['list'] = async ({ page, ...query } = {}, options) => {
    const answer = await collection.list(page, given(query), options)
    return { items: answer.jobs, ...answer.page }
  }
  const follow: Jobs['follow'] = async (id, { onProgress, signal } = {}) => {
    let last: Job | undefined
    for await (const job of watchJob(transport, id, signal && { signal })) {
      last = job
      onProgress?.(job)
    }
    return last!
  }
  return {
    list,
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    get: async (id, options) => (await collection.get(id, options)).job,
    cancel: async (id, options) =>
      (await unwrap(client.POST('/jobs/{id}/cancel', { params: { path: { id } }, ...options }))).job,
    watch: (id, options) => watchJob(transport, id, options),
    follow,
    wait: (id, { timeoutMs, signal, onProgress } = {}) => {
      const limit = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]
      return follow(id, { onProgress, signal: AbortSignal.any(signal ? [signal, ...limit] : limit) })
    },
  }
}
