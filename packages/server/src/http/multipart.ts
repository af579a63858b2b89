import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.ts'

/** The parts of a multipart body; a body that is not valid multipart is MALFORMED_BODY, whichever part reveals it. */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!/;\s*boundary=("[^"]+"|[^\s;"]+)/i.test(request.headers['content-type'] ?? '')) {
    throw malformed({ field: 'Content-Type', message: 'multipart/form-data needs a boundary' })
  }
  for await (const part of refusing(request.parts())) {
    // The plugin silently truncates a field at its limit.
    if (part.type === 'field' && part.valueTruncated) throw tooLarge(part.fieldname)
    yield part
  }
}

/** An error without a status is the sender's: the body is incomplete or not multipart. */
export async function* refusing<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (cause) {
    if (cause instanceof DomainError || (cause as { statusCode?: number }).statusCode !== undefined) throw cause
    throw malformed({ field: 'body', message: 'is not complete multipart/form-data' }, cause)
  }
}

function tooLarge(field: string): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', { details: [{ field: field.slice(0, 100), message: 'is too long' }] })
}

function malformed(detail: { field: string; message: string }, cause?: unknown): DomainError {
  return new DomainError('MALFORMED_BODY', { details: [detail], cause })
}
