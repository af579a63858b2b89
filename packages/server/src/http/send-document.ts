import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { apiDocument } from './spec.ts'

interface Served {
  readonly body: string
  readonly etag: string
}

const byBase = new Map<string, Served>()

/** The API description with this server's base address; 304 if the client has it already. */
export async function sendDocument(
  reply: FastifyReply,
  apiBase: string,
  ifNoneMatch: string | undefined,
): Promise<undefined> {
  const { body, etag } = served(apiBase)
  reply.header('ETag', etag).header('Cache-Control', 'public, no-cache')
  const isKnown = (ifNoneMatch ?? '').split(',').some((known) => known.trim() === etag)
  await (isKnown ? reply.code(304).send() : reply.type('application/json; charset=utf-8').send(body))
}

/** Made once. The tag is a weak one, since the answer may be compressed. */
function served(apiBase: string): Served {
  const known = byBase.get(apiBase)
  if (known) return known
  const servers = [{ url: apiBase.replace(/\/$/, ''), description: 'this server' }]
  const body = JSON.stringify({ ...apiDocument, servers })
  const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  const made = { body, etag }
  byBase.set(apiBase, made)
  return made
}
