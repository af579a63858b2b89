import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import { decodeBatch, ingestPoints } from '../../domain/ingest/index.ts'
import type { InfluxPrecision, ProtocolName } from '../../ports/decoded-batch.ts'
import { describeRejects } from '../describe-rejects.ts'
import { withIngestBody } from '../ingest-body.ts'
import { protocolOf } from '../ingest-protocol.ts'
import type { OperationHandlers, OperationInput } from '../operation.ts'

type IngestOperation = 'ingestPoints' | 'ingestPrometheus' | 'ingestInflux' | 'ingestInflux2'

const POINT_PROTOCOLS: Readonly<Record<string, ProtocolName>> = {
  'application/json': 'jsonPoints',
  'application/x-ndjson': 'ndjsonPoints',
  'text/csv': 'csvPoints',
}

export const ingestOperations: OperationHandlers<IngestOperation> = {
  ingestPoints: async ({ ctx, sender, request, reply }) => {
    const protocol = protocolOf(request, POINT_PROTOCOLS)
    const result = await withIngestBody(
      { ctx, request, reply, accountId: sender.accountId },
      async (body, encoding, leaving) =>
        ingestPoints(ctx, sender, await decodeBatch(ctx, sender, { protocol, body, encoding }, leaving)),
    )
    reply.code(200)
    return result
  },
  ingestPrometheus: async ({ ctx, sender, request, reply }) => {
    const protocol = remoteWriteProtocol(request)
    const result = await withIngestBody(
      { ctx, request, reply, accountId: sender.accountId },
      async (body, encoding, leaving) =>
        ingestPoints(ctx, sender, await decodeBatch(ctx, sender, { protocol, body, encoding }, leaving)),
      'snappy',
    )
    if (protocol === 'remoteWrite2') {
      reply.header('X-Prometheus-Remote-Write-Samples-Written', result.accepted)
      reply.header('X-Prometheus-Remote-Write-Histograms-Written', 0)
      reply.header('X-Prometheus-Remote-Write-Exemplars-Written', 0)
    }
    if (result.rejected === 0) reply.code(204).send()
    else reply.code(400).type('text/plain; charset=utf-8').send(describeRejects(result, 'samples'))
    return undefined
  },
  ingestInflux: (input) => ingestInflux(input, input.query.precision),
  ingestInflux2: (input) => ingestInflux(input, input.query.precision),
}

const INFLUX_PRECISIONS: Readonly<Record<string, InfluxPrecision>> = { n: 'ns', u: 'us', µ: 'us' }

async function ingestInflux(
  { ctx, sender, request, reply }: OperationInput<'ingestInflux' | 'ingestInflux2'>,
  precision = 'ns',
): Promise<undefined> {
  const protocol: ProtocolName = `influx_${INFLUX_PRECISIONS[precision] ?? (precision as InfluxPrecision)}`
  const result = await withIngestBody(
    { ctx, request, reply, accountId: sender.accountId },
    async (body, encoding, leaving) =>
      ingestPoints(ctx, sender, await decodeBatch(ctx, sender, { protocol, body, encoding }, leaving)),
  )
  if (result.rejected === 0) reply.code(204).send()
  else {
    const message = `partial write: ${describeRejects(result, 'samples')} dropped=${result.rejected}`
    // Version 1 of InfluxDB has an error, version 2 a code and a message
    const body = JSON.stringify({ code: 'invalid', message, error: message })
    reply.code(400).type('application/json; charset=utf-8').send(body)
  }
  return undefined
}

const REMOTE_WRITE_MESSAGES: Readonly<Record<string, ProtocolName>> = {
  'prometheus.WriteRequest': 'remoteWrite',
  'io.prometheus.write.v2.Request': 'remoteWrite2',
}

/** The message is a parameter of the media type; without it that of 1.0 is meant. */
function remoteWriteProtocol(request: FastifyRequest): ProtocolName {
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim())
  const message = parameters.find((parameter) => parameter.startsWith('proto='))?.slice('proto='.length)
  const protocol = REMOTE_WRITE_MESSAGES[message?.replaceAll('"', '') ?? 'prometheus.WriteRequest']
  if (mediaType.toLowerCase() === 'application/x-protobuf' && protocol) return protocol
  const names = Object.keys(REMOTE_WRITE_MESSAGES).map((name) => `application/x-protobuf;proto=${name}`)
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
    details: [{ field: 'Content-Type', message: `must be one of ${names.join(', ')}` }],
  })
}
