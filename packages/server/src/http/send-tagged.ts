import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** A text with the tag of its version. The tag is weak, because the answer may be compressed. */
export interface Tagged {
  readonly body: string
  readonly etag: string
}

export function tag(body: string): Tagged {
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** Sends the text, or 304 if the client has this version already. */
export async function sendTagged(reply: FastifyReply, { body, etag }: Tagged, type: string): Promise<undefined> {
  const known = (reply.request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim())
  reply.header('ETag', etag)
  await (known.includes(etag) ? reply.code(304).send() : reply.type(type).send(body))
}
