import { ApiProblem, TransportError } from '../errors.ts'
import { readEvents } from '../event-stream.ts'
import { isPassing } from '../follow-job.ts'
import { type CallOptions, given } from '../pages.ts'
import { backoffMs } from '../retry.ts'
import type { Transport } from '../transport.ts'
import type {
  Job,
  LogAnalysis,
  LogLines,
  LogTab,
  LogTailLines,
  LogTemplateAnswer,
  LogTemplateSetting,
} from '../types.ts'
import { settle, toProblem, toTransportError } from '../unwrap.ts'
import { type FollowOptions, patient } from './live.ts'

/** A log: exactly one of a project (`name`, or `name@owner`) and an uploaded file that was read as one. */
export interface LogName {
  projectName?: string | undefined
  filename?: string | undefined
}

/** Which lines are meant. `minSeverity` as OpenTelemetry numbers them: 9 info, 13 warning, 17 error. */
export interface LogFilters {
  minSeverity?: number | undefined
  service?: string[] | undefined
  instance?: string[] | undefined
}

/** Times in epoch milliseconds; of a file without times numbers of lines. */
export interface LogAnalysisQuery extends LogName, LogFilters {
  from?: number | undefined
  to?: number | undefined
  kind?: LogTab | undefined
  baselineFrom?: number | undefined
  baselineTo?: number | undefined
  /** Words that the text or the name of a template has. */
  q?: string | undefined
  sort?: 'count' | 'severity' | 'first' | 'last' | 'change' | undefined
  /** Ignored templates, too; so if omitted. */
  ignored?: boolean | undefined
  buckets?: number | undefined
  page?: number | undefined
  pageSize?: number | undefined
}

/** `q` has words, "phrases", field=value and /expressions/, joined by AND, OR, NOT and parentheses. */
export interface LogLinesQuery extends LogName, LogFilters {
  from?: number | undefined
  to?: number | undefined
  q?: string | undefined
  templateId?: number | undefined
  order?: 'newest' | 'oldest' | undefined
  cursor?: string | undefined
  /** The id of a line: those before and after it. */
  around?: string | undefined
  limit?: number | undefined
}

/** Which lines of a project are followed. */
export interface LogTailQuery extends LogFilters {
  projectName: string
  q?: string | undefined
  templateId?: number | undefined
}

/** Which template, in which time. */
export interface LogTemplateQuery extends LogName {
  from?: number | undefined
  to?: number | undefined
  buckets?: number | undefined
}

/** What is said of a template; what is left out stays as it is, and `dryRun` only tells the effect. */
export interface LogTemplateChange extends LogName {
  name?: string | undefined
  note?: string | undefined
  ignored?: boolean | undefined
  critical?: boolean | undefined
  dryRun?: boolean | undefined
}

/** Templates, findings and lines of logs. */
export interface Logs {
  analysis(query: LogAnalysisQuery, options?: CallOptions): Promise<LogAnalysis>
  /** Has an uploaded file read as a log; the job is done where it was read before, unless it is to be read `again`. */
  start(request: { filename: string; again?: boolean | undefined }, options?: CallOptions): Promise<Job>
  lines(query: LogLinesQuery, options?: CallOptions): Promise<LogLines>
  template(templateId: number, query: LogTemplateQuery, options?: CallOptions): Promise<LogTemplateAnswer>
  setTemplate(templateId: number, change: LogTemplateChange, options?: CallOptions): Promise<LogTemplateSetting>
  /** The lines of a project as they arrive, until the signal is aborted, across lost connections. */
  tail(query: LogTailQuery, options?: FollowOptions): AsyncGenerator<LogTailLines, void, undefined>
}

/** The operations on logs of a client. */
export function logs(transport: Transport): Logs {
  const { client, unwrap } = transport
  return {
    analysis: (query, options) => unwrap(client.GET('/logAnalysis', { params: { query: given(query) }, ...options })),
    start: async (request, options) => {
      const body = { again: false, ...given(request) }
      return (await unwrap(client.POST('/logAnalysis', { body, ...options }))).job
    },
    lines: (query, options) =>
      unwrap(client.GET('/logAnalysis/lines', { params: { query: given(query) }, ...options })),
    template: (templateId, query, options) => {
      const params = { path: { templateId }, query: given(query) }
      return unwrap(client.GET('/log-templates/{templateId}', { params, ...options }))
    },
    setTemplate: (templateId, change, options) => {
      const init = { params: { path: { templateId } }, body: { dryRun: false, ...given(change) }, ...options }
      return unwrap(client.POST('/log-templates/{templateId}', init))
    },
    async *tail(query, { signal, attempt = patient(transport, signal) } = {}) {
      try {
        while (!signal?.aborted) {
          const opened = await attempt(async () => {
            const events = tailOnce(transport, query, signal)
            const first = await settle(events.next())
            if (first.done === true) throw new TransportError('network')
            return { events, first: first.value }
          })
          try {
            yield opened.first
            for await (const lines of opened.events) yield lines
          } catch (thrown) {
            const error = toTransportError(thrown)
            if (error instanceof ApiProblem && !isPassing(error)) throw error
          } finally {
            await opened.events.return()
          }
          // So that a server that ends each connection is not asked without a pause.
          await transport.clock.sleep(backoffMs(1, transport.retry), signal)
        }
      } catch (error) {
        if (!signal?.aborted) throw error
      }
    },
  }
}

/** Lines over one connection, until it is lost. */
async function* tailOnce(
  { client }: Transport,
  query: LogTailQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<LogTailLines, void, undefined> {
  const { projectName, ...filters } = query
  const open = async (alive: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const { response, data, error } = await client.GET('/logAnalysis/tail', {
      params: { query: { projectName, ...given(filters) } },
      headers: { Accept: 'text/event-stream' },
      parseAs: 'stream',
      signal: alive,
    })
    if (!response.ok) throw toProblem(response, error)
    return data ?? new ReadableStream()
  }
  for await (const events of readEvents(open, signal))
    for (const { event, data } of events) {
      if (event === 'lines') yield JSON.parse(data) as LogTailLines
      if (event === 'removed') throw new ApiProblem({ code: 'NOT_FOUND', status: 404, ...JSON.parse(data) })
    }
}
