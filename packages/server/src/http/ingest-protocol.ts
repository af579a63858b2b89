import type { FastifyRequest } from 'fastify'
import { DomainError } from '../domain/errors.ts'

/** The decoder for the type of a body. */
export function protocolOf<T>(request: FastifyRequest, protocols: Readonly<Record<string, T>>): T {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const protocol = protocols[mediaType]
  if (protocol) return protocol
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
    details: [{ field: 'Content-Type', message: `must be one of ${Object.keys(protocols).join(', ')}` }],
  })
}
