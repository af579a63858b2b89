import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import { decodeBatch, ingestPoints } from '../../domain/ingest/index.ts'
import type { ProtocolName } from '../../ports/decoded-batch.ts'
import { withIngestBody } from '../ingest-body.ts'
import type { OperationHandlers } from '../operation.ts'

type IngestOperation = 'ingestPoints'

const pointProtocols: Readonly<Record<string, ProtocolName>> = {
  'application/json': 'jsonPoints',
  'application/x-ndjson': 'ndjsonPoints',
  'text/csv': 'csvPoints',
}

export const ingestOperations: OperationHandlers<IngestOperation> = {
  ingestPoints: async ({ ctx, sender, request, reply }) => {
    const protocol = protocolOf(request, pointProtocols)
    const result = await withIngestBody(request, ctx.settings, async (body, encoding) =>
      ingestPoints(ctx, sender, await decodeBatch(ctx, sender, { protocol, body, encoding })),
    )
    reply.code(200)
    return result
  },
}

function protocolOf(request: FastifyRequest, protocols: Readonly<Record<string, ProtocolName>>): ProtocolName {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const protocol = protocols[mediaType]
  if (protocol) return protocol
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
    details: [{ field: 'Content-Type', message: `must be one of ${Object.keys(protocols).join(', ')}` }],
  })
}
