import { ApiProblem } from '../errors.ts'
import { readEvents } from '../event-stream.ts'
import { isPassing } from '../follow-job.ts'
import type { CallOptions } from '../pages.ts'
import { backoffMs } from '../retry.ts'
import type { Transport } from '../transport.ts'
import type { LiveAnalysis } from '../types.ts'
import { settle, toProblem, toTransportError } from '../unwrap.ts'

/** What is wanted of a project's live analysis; times in epoch milliseconds, the end is now if omitted. */
export interface LiveQuery {
  from?: number
  to?: number
  metric?: string[]
  instance?: string[]
  group?: string
  buckets?: number
}

/**
 * A live analysis, or what it is to be continued by: with `isWhole` it replaces all before it, else its values replace those from its `from`
 * on, and its findings all findings.
 */
export interface LiveUpdate {
  isWhole: boolean
  analysis: LiveAnalysis
}

/** What happens in projects now. */
export interface Live {
  analysis(projectName: string, query?: LiveQuery, options?: CallOptions): Promise<LiveAnalysis>
  /** The analysis as of now, then what comes, until the signal is aborted; across lost connections, and whole again after a long one. */
  follow(
    projectName: string,
    query?: Omit<LiveQuery, 'to'>,
    options?: CallOptions,
  ): AsyncGenerator<LiveUpdate, void, undefined>
}

/** The live operations of a client. */
export function live(transport: Transport): Live {
  const { client, unwrap } = transport
  const analysis: Live['analysis'] = async (projectName, query, options) => {
    const answer = await unwrap(
      client.GET('/liveAnalysis', { params: { query: { projectName, ...query } }, ...options }),
    )
    // Events are asked for by another Accept header
    return answer as LiveAnalysis
  }
  return {
    analysis,
    async *follow(projectName, query = {}, { signal } = {}) {
      for (let since: number | null = null, lost = 0; !signal?.aborted; ) {
        try {
          if (since === null) {
            const whole: LiveAnalysis = await analysis(projectName, query, signal && { signal })
            since = whole.position
            yield { isWhole: true, analysis: whole }
          }
          for await (const update of updatesOf(
            transport,
            { projectName, ...query, ...(since !== null && { since }) },
            signal,
          )) {
            lost = 0
            if (update === undefined) since = null
            if (update === undefined) break
            since = update.position
            yield { isWhole: false, analysis: update }
          }
        } catch (thrown) {
          if (signal?.aborted) return
          const error = toTransportError(thrown)
          if (error instanceof ApiProblem && !isPassing(error)) throw error
        }
        if (since !== null)
          await settle(transport.clock.sleep(backoffMs(++lost, transport.retry), signal)).catch(() => {})
      }
    },
  }
}

/** Increments of an analysis; undefined where it has to be read anew. */
async function* updatesOf(
  { client }: Transport,
  query: LiveQuery & { projectName: string; since?: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveAnalysis | undefined, void, undefined> {
  const open = async (alive: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const { response, data, error } = await client.GET('/liveAnalysis', {
      params: { query },
      headers: { Accept: 'text/event-stream' },
      parseAs: 'stream',
      signal: alive,
    })
    if (!response.ok) throw toProblem(response, error)
    return data ?? new ReadableStream()
  }
  for await (const events of readEvents(open, signal))
    for (const { event, data } of events) {
      if (event === 'rows') yield JSON.parse(data) as LiveAnalysis
      if (event === 'reset') yield undefined
    }
}
