import { decodeBatch, decodeLogBatch, ingestLogs, ingestPoints } from '../../domain/ingest/index.ts'
import type { ProtocolName } from '../../ports/decoded-batch.ts'
import type { LogProtocolName } from '../../ports/decoded-logs.ts'
import type { IngestResult } from '../../schema/wire-types.ts'
import { describeRejects } from '../describe-rejects.ts'
import { withIngestBody } from '../ingest-body.ts'
import { protocolOf } from '../ingest-protocol.ts'
import type { OperationHandlers } from '../operation.ts'
import { sendOtlpSuccess } from '../otlp-answer.ts'

const METRIC_PROTOCOLS: Readonly<Record<string, ProtocolName>> = {
  'application/x-protobuf': 'otlpMetrics',
  'application/json': 'otlpJsonMetrics',
}
const LOG_PROTOCOLS: Readonly<Record<string, LogProtocolName>> = {
  'application/x-protobuf': 'otlpLogs',
  'application/json': 'otlpJsonLogs',
}

export const otlpOperations: OperationHandlers<'ingestOtlpMetrics' | 'ingestOtlpLogs'> = {
  ingestOtlpMetrics: async ({ ctx, sender, request, reply }) => {
    const protocol = protocolOf(request, METRIC_PROTOCOLS)
    const result = await withIngestBody(
      { ctx, request, reply, accountId: sender.accountId },
      async (body, encoding, leaving) =>
        ingestPoints(ctx, sender, await decodeBatch(ctx, sender, { protocol, body, encoding }, leaving)),
    )
    sendOtlpSuccess(result.rejected, messageOf(result, 'samples'), 'rejectedDataPoints', request, reply)
    return undefined
  },
  ingestOtlpLogs: async ({ ctx, sender, request, reply }) => {
    const protocol = protocolOf(request, LOG_PROTOCOLS)
    const result = await withIngestBody(
      { ctx, request, reply, accountId: sender.accountId },
      async (body, encoding, leaving) =>
        ingestLogs(ctx, sender, await decodeLogBatch(ctx, sender, { protocol, body, encoding }, leaving)),
    )
    sendOtlpSuccess(result.rejected, messageOf(result, 'lines'), 'rejectedLogRecords', request, reply)
    return undefined
  },
}

/** What was left out, and what was altered: with none left out it is a warning. */
function messageOf(result: Omit<IngestResult, 'success'>, what: 'samples' | 'lines'): string {
  return [describeRejects(result, what), ...(result.notes ?? [])].filter((text) => text !== '').join(' ')
}
