import { ApiProblem, TransportError } from '../errors.ts'
import { readEvents } from '../event-stream.ts'
import { isPassing } from '../follow-job.ts'
import type { CallOptions } from '../pages.ts'
import { backoffMs } from '../retry.ts'
import type { Transport } from '../transport.ts'
import type { LiveAnalysis, LiveVerdictAnswer } from '../types.ts'
import { settle, toProblem, toTransportError } from '../unwrap.ts'
import type { VerdictRequest } from './detections.ts'

/** What is wanted of a project's live analysis; times in epoch milliseconds, the end is now if omitted. */
export interface LiveQuery {
  from?: number
  /** In place of `from`: so many milliseconds before the end, which moves on with it. */
  span?: number
  to?: number
  metric?: string[]
  instance?: string[]
  group?: string
  buckets?: number
  /** Hours to forecast, up to 168. */
  predict?: number
  /** For which findings are shown; those of the project if omitted. */
  pvalue?: number
  cvalue?: number
}

/**
 * A live analysis, or what it is to be continued by: with `isWhole` it replaces all before it, else its values replace those from its `from`
 * on, and its findings all findings.
 */
export interface LiveUpdate {
  isWhole: boolean
  analysis: LiveAnalysis
}

/** How an analysis is followed. */
export interface FollowOptions extends CallOptions {
  /**
   * Makes a call until it is answered, and rejects with what trying again cannot mend; by default with growing waits between the tries. A
   * lost connection is taken up by such a call.
   */
  attempt?: <T>(call: () => Promise<T>) => Promise<T>
}

/** A person's verdict on a period of a project, by its id in the analysis; `dryRun` only previews its effect. */
export type LiveVerdictRequest = Omit<VerdictRequest, 'periodId'> & { findingId: string }

/** What happens in projects now. */
export interface Live {
  analysis(projectName: string, query?: LiveQuery, options?: CallOptions): Promise<LiveAnalysis>
  /**
   * The analysis as of now, then what comes, until the signal is aborted; across lost connections and other names of the project, and whole again after a long one. A whole
   * one does not wait for a forecast: an update brings it when it is ready, and again when it has moved on.
   */
  follow(
    projectName: string,
    query?: Omit<LiveQuery, 'to'>,
    options?: FollowOptions,
  ): AsyncGenerator<LiveUpdate, void, undefined>
  /** Gives a verdict on a period; returns what the next training learns with it. */
  giveVerdict(projectName: string, request: LiveVerdictRequest, options?: CallOptions): Promise<LiveVerdictAnswer>
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
    async *follow(projectName, query = {}, { signal, attempt = patient(transport, signal) } = {}) {
      const options = signal && { signal }
      let name = projectName
      try {
        for (let since: number | null = null; !signal?.aborted; ) {
          if (since === null) {
            const { predict: _, ...withoutForecast } = query
            const whole: LiveAnalysis = await attempt(() => analysis(name, withoutForecast, options))
            since = whole.position
            name = nowCalled(name, whole)
            yield { isWhole: true, analysis: whole }
          }
          const wanted: IncrementQuery = { projectName: name, ...query, ...(since !== null && { since }) }
          const updates: Increments = updatesOf(transport, wanted, { signal, attempt })
          for await (const update of updates) {
            since = update?.position ?? null
            if (update === undefined) break
            name = nowCalled(name, update)
            yield { isWhole: false, analysis: update }
          }
          // So that a server that ends each connection is not asked without a pause.
          if (since !== null) await transport.clock.sleep(backoffMs(1, transport.retry), signal)
        }
      } catch (error) {
        if (!signal?.aborted) throw error
      }
    },
    giveVerdict: (projectName, request, options) => {
      const init = { params: { path: { projectName } }, body: { dryRun: false, ...request }, ...options }
      return unwrap(client.POST('/projects/{projectName}/verdicts', init))
    },
  }
}

/** What to ask for next: a project may be renamed while it is followed. One that is shared keeps its owner behind its name. */
function nowCalled(asked: string, { projectName }: LiveAnalysis): string {
  const [, owner] = asked.split('@', 2)
  return owner === undefined ? projectName : `${projectName}@${owner}`
}

/** Tries again after growing waits, for as long as that may help. @internal */
export const patient =
  (transport: Transport, signal: AbortSignal | undefined): NonNullable<FollowOptions['attempt']> =>
  async (call) => {
    for (let lost = 1; ; lost++) {
      try {
        return await call()
      } catch (thrown) {
        const error = toTransportError(thrown)
        if (signal?.aborted || (error instanceof ApiProblem && !isPassing(error))) throw error
      }
      await transport.clock.sleep(backoffMs(lost, transport.retry), signal)
    }
  }

type IncrementQuery = LiveQuery & { projectName: string; since?: number }
type Increments = AsyncGenerator<LiveAnalysis | undefined, void, undefined>

/** Increments over one connection, until it is lost; undefined where the analysis has to be read anew. */
async function* updatesOf(
  transport: Transport,
  query: IncrementQuery,
  { signal, attempt }: { signal: AbortSignal | undefined; attempt: NonNullable<FollowOptions['attempt']> },
): Increments {
  const { events, first } = await attempt(async () => {
    const opened = eventsOf(transport, query, signal)
    // The server sends at once: a connection stands when something has come.
    const { done, value } = await settle(opened.next())
    if (done === true) throw new TransportError('network')
    return { events: opened, first: value }
  })
  try {
    yield first
    for await (const update of events) yield update
  } catch (thrown) {
    const error = toTransportError(thrown)
    if (signal?.aborted || (error instanceof ApiProblem && !isPassing(error))) throw error
  } finally {
    await events.return()
  }
}

async function* eventsOf({ client }: Transport, query: IncrementQuery, signal: AbortSignal | undefined): Increments {
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
      if (event === 'removed') throw new ApiProblem({ code: 'NOT_FOUND', status: 404, ...JSON.parse(data) })
    }
}
