import { decodeLogBatch, type IngestedLogs, ingestLogs } from '../../domain/ingest/index.ts'
import type { ContentEncoding } from '../../ports/decoded-batch.ts'
import type { BulkItem, DecodedLogs, LogDecodeTask, LogProtocolName } from '../../ports/decoded-logs.ts'
import { describeRejects } from '../describe-rejects.ts'
import { withIngestBody } from '../ingest-body.ts'
import { protocolOf } from '../ingest-protocol.ts'
import type { OperationHandlers, OperationInput } from '../operation.ts'

type LogOperation = 'ingestLogs' | 'ingestLokiPush' | 'ingestElasticBulk' | 'ingestElasticIndexBulk'

const LOG_PROTOCOLS: Readonly<Record<string, LogProtocolName>> = {
  'application/json': 'jsonLogs',
  'application/x-ndjson': 'ndjsonLogs',
  'text/plain': 'textLogs',
}
const BULK_PROTOCOLS: Readonly<Record<string, LogProtocolName>> = {
  'application/x-ndjson': 'elasticBulk',
  'application/json': 'elasticBulk',
  'application/vnd.elasticsearch+x-ndjson': 'elasticBulk',
  'application/vnd.elasticsearch+json': 'elasticBulk',
}

const LOKI_PROTOCOLS: Readonly<Record<string, LogProtocolName>> = {
  'application/x-protobuf': 'lokiPush',
  'application/json': 'lokiJson',
}

export const logOperations: OperationHandlers<LogOperation> = {
  ingestLogs: async (input) => {
    const protocol = protocolOf(input.request, LOG_PROTOCOLS)
    const { result } = await receive(input, { ...input.query, protocol })
    const { isStored, ...answer } = result
    input.reply.code(200)
    return answer
  },
  /** Loki, too, stores what it can of a batch and answers with 400 where it left something out. */
  ingestLokiPush: async (input) => {
    const { request, reply } = input
    const protocol = protocolOf(request, LOKI_PROTOCOLS)
    const { result } = await receive(input, { protocol }, protocol === 'lokiPush' ? 'snappy' : 'identity')
    if (result.rejected === 0) reply.code(204).send()
    else reply.code(400).type('text/plain; charset=utf-8').send(describeRejects(result, 'lines'))
    return undefined
  },
  ingestElasticBulk: (input) => answerBulk(input),
  ingestElasticIndexBulk: (input) => answerBulk(input, input.path.index),
}

interface Received {
  readonly batch: Extract<DecodedLogs, { kind: 'logs' }>
  readonly result: IngestedLogs
}

type Receiving = Pick<OperationInput<LogOperation>, 'ctx' | 'sender' | 'request' | 'reply'>

function receive(
  { ctx, sender, request, reply }: Receiving,
  task: Pick<LogDecodeTask, 'protocol' | 'instance' | 'service'>,
  defaultEncoding: ContentEncoding = 'identity',
): Promise<Received> {
  const use = async (
    body: Uint8Array<ArrayBuffer>,
    encoding: ContentEncoding,
    leaving: AbortSignal,
  ): Promise<Received> => {
    const batch = await decodeLogBatch(ctx, sender, { ...task, body, encoding }, leaving)
    return { batch, result: await ingestLogs(ctx, sender, batch) }
  }
  return withIngestBody({ ctx, request, reply, accountId: sender.accountId }, use, defaultEncoding)
}

/** The client of Elastic refuses to talk to a server without the header. */
async function answerBulk(input: Receiving, index?: string): Promise<undefined> {
  const { ctx, request, reply } = input
  const begun = ctx.clock.monotonic()
  reply.header('X-Elastic-Product', 'Elasticsearch')
  const { batch, result } = await receive(input, { protocol: protocolOf(request, BULK_PROTOCOLS) })
  const items = batch.items!.map((item) => ({ [item.action]: bulkAnswer(item, result, index) }))
  const errors = result.rejected > 0
  reply.code(200).send({ took: Math.round(ctx.clock.monotonic() - begun), errors, items })
}

function bulkAnswer(item: BulkItem, { isStored, rejects }: IngestedLogs, index: string | undefined) {
  const name = item.index ?? index ?? DEFAULT_INDEX
  const isLate = item.row !== undefined && isStored?.[item.row] === 0
  if (item.row !== undefined && !isLate) return { _index: name, status: 201 }
  const timeReject = rejects.find(({ reason }) => reason === 'future' || reason === 'tooOld')
  const reason = isLate ? timeReject!.message : item.reason!
  return { _index: name, status: 400, error: { type: 'document_parsing_exception', reason } }
}

/** Of documents that name none. */
const DEFAULT_INDEX = 'omen'
