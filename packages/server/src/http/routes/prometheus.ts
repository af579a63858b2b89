import { serverVersion } from '../../config/server-version.ts'
import { DomainError } from '../../domain/errors.ts'
import {
  answerRemoteRead,
  listLabelNames,
  listLabelSets,
  listLabelValues,
  listMetadata,
  type QueryResult,
  queryInstant,
  queryRange,
  readableSourceId,
  TooManySamplesError,
} from '../../domain/prometheus/index.ts'
import { DamagedError, TooLargeError } from '../../protocols/decompress-errors.ts'
import { parseDuration, SelectorError } from '../../protocols/prometheus-selector.ts'
import { withIngestBody } from '../ingest-body.ts'
import type { OperationHandlers, OperationInput, ReaderOperationId } from '../operation.ts'

/** By `version` Grafana decides what it may ask: the API of this Prometheus is answered. */
const buildInfo = {
  version: '2.53.0',
  revision: serverVersion,
  branch: 'omen',
  buildUser: '',
  buildDate: '',
  goVersion: '',
}

/** The parameters of both methods. */
interface QueryFields {
  readonly query: string
  readonly time?: string
}

interface RangeFields {
  readonly query: string
  readonly start: string
  readonly end: string
  readonly step: string
}

interface SelectorFields {
  readonly 'match[]'?: string[]
  readonly limit?: string
}

type Input = Pick<OperationInput<ReaderOperationId>, 'ctx' | 'caller' | 'sender' | 'query' | 'reply'>

export const prometheusOperations: OperationHandlers<ReaderOperationId> = {
  prometheusRead: async (input) => {
    const sourceId = await sourceOf(input)
    const { ctx, request, reply, caller, sender } = input
    const { accountId } = sender ?? caller!
    const answer = await inPrometheusTerms(input, async () =>
      withIngestBody({ ctx, request, reply, accountId }, (body) => answerRemoteRead(ctx, sourceId, body), 'snappy'),
    )
    if (answer)
      reply
        .headers({ 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' })
        .send(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
    return undefined
  },
  prometheusQuery: (input) => query(input, input.query),
  prometheusQueryForm: (input) => query(input, input.body),
  prometheusQueryRange: (input) => range(input, input.query),
  prometheusQueryRangeForm: (input) => range(input, input.body),
  prometheusSeries: (input) => list(input, input.query, listLabelSets),
  prometheusSeriesForm: (input) => list(input, input.body, listLabelSets),
  prometheusLabels: (input) => list(input, input.query, listLabelNames),
  prometheusLabelsForm: (input) => list(input, input.body ?? {}, listLabelNames),
  prometheusLabelValues: (input) =>
    list(input, input.query, (ctx, sourceId, selectors) => listLabelValues(ctx, sourceId, input.path.name, selectors)),
  prometheusMetadata: (input) =>
    answer(input, async (sourceId) => {
      const found = [...(await listMetadata(input.ctx, sourceId, input.query.metric))]
      const limit = Number(input.query.limit ?? 0)
      const shown = limit > 0 ? found.slice(0, limit) : found
      return Object.fromEntries(shown.map(([metric, metadata]) => [metric, [metadata]]))
    }),
  prometheusBuildInfo: (input) => answer(input, async () => buildInfo),
}

function query(input: Input, fields: QueryFields): Promise<Success<QueryResult> | undefined> {
  return answer(input, (sourceId) => {
    const time = fields.time === undefined ? input.ctx.clock.now() : timeOf('time', fields.time)
    return queryInstant(input.ctx, sourceId, fields.query, time)
  })
}

function range(input: Input, fields: RangeFields): Promise<Success<QueryResult> | undefined> {
  return answer(input, (sourceId) => {
    const [from, to] = [timeOf('start', fields.start), timeOf('end', fields.end)]
    return queryRange(input.ctx, sourceId, fields.query, { from, to, stepMs: stepOf(fields.step) })
  })
}

function list<T>(
  input: Input,
  fields: SelectorFields,
  read: (ctx: Input['ctx'], sourceId: string, selectors: readonly string[]) => Promise<T[]>,
): Promise<Success<T[]> | undefined> {
  return answer(input, async (sourceId) => {
    const found = await read(input.ctx, sourceId, fields['match[]'] ?? [])
    const limit = Number(fields.limit ?? 0)
    return limit > 0 ? found.slice(0, limit) : found
  })
}

interface Success<T> {
  readonly status: 'success'
  readonly data: T
}

async function answer<T>(input: Input, read: (sourceId: string) => Promise<T>): Promise<Success<T> | undefined> {
  const sourceId = await sourceOf(input)
  const data = await inPrometheusTerms(input, async () => read(sourceId))
  return data && { status: 'success', data }
}

function sourceOf({ ctx, caller, sender, query }: Input): Promise<string> {
  return readableSourceId(ctx, { caller, sender }, query.projectName)
}

/** Answers what is wrong with a query as Prometheus does; undefined then. */
async function inPrometheusTerms<T>({ reply }: Pick<Input, 'reply'>, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DamagedError || error instanceof TooLargeError || error instanceof TypeError)
      throw new DomainError('MALFORMED_BODY', { message: error.message || 'the body is too large', cause: error })
    const errorType = error instanceof SelectorError ? 'bad_data' : error instanceof TooManySamplesError && 'execution'
    if (!errorType) throw error
    reply.code(400).send({ success: false, status: 'error', errorType, error: (error as Error).message })
    return undefined
  }
}

/** Seconds since the epoch, or ISO 8601. */
function timeOf(field: string, text: string): number {
  const ms = /^-?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(text) ? Math.round(Number(text) * 1000) : Date.parse(text)
  if (!Number.isFinite(ms)) throw new SelectorError(`invalid parameter "${field}": cannot parse "${text}" to a time`)
  return ms
}

/** Seconds, or a duration. */
function stepOf(text: string): number {
  const ms = parseDuration(text) ?? Math.round(Number(text) * 1000)
  if (!Number.isFinite(ms)) throw new SelectorError(`invalid parameter "step": cannot parse "${text}" to a duration`)
  return ms
}
