import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReportedError } from './reported-error.ts'

/** Numbers of google.rpc.Code, by HTTP status. */
const RPC_CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 408: 4, 413: 8, 415: 3, 421: 3, 422: 9, 503: 14 }
const UNKNOWN_CODE = 2
const TRY_AGAIN_SECONDS = 30

/**
 * A google.rpc.Status in the format of the request. Senders drop a batch on every status of 500 and above but 502, 503 and
 * 504: so that what is our fault is sent again, it is a 503.
 */
export function sendOtlpError(error: ReportedError, text: string, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.status >= 500 ? 503 : error.status
  if (status === 503 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', TRY_AGAIN_SECONDS)
  const code = RPC_CODES[status] ?? UNKNOWN_CODE
  reply.code(status)
  if (isJson(request)) reply.send({ code, message: text })
  else sendProtobuf(reply, Buffer.concat([numberField(1, code), bytesField(2, Buffer.from(text))]))
}

/** The answer to an export; what was left out is a partial success. `name` is that of the count in JSON. */
export function sendOtlpSuccess(
  rejected: number,
  message: string,
  name: 'rejectedDataPoints' | 'rejectedLogRecords',
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.code(200)
  if (isJson(request)) {
    // 64-bit numbers are texts in JSON
    reply.send(message === '' ? {} : { partialSuccess: { [name]: `${rejected}`, errorMessage: message } })
  } else {
    const partial = Buffer.concat([numberField(1, rejected), bytesField(2, Buffer.from(message))])
    sendProtobuf(reply, message === '' ? Buffer.alloc(0) : bytesField(1, partial))
  }
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '')
}

function sendProtobuf(reply: FastifyReply, bytes: Buffer): void {
  reply.type('application/x-protobuf').send(bytes)
}

function numberField(field: number, value: number): Buffer {
  return Buffer.from([field * 8, ...varint(value)])
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([field * 8 + 2, ...varint(bytes.length)]), bytes])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}
