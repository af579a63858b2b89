import type { FastifyReply } from 'fastify'
import { sendTagged, type Tagged, tag } from './send-tagged.ts'
import { apiDocument } from './spec.ts'

const byBase = new Map<string, Tagged>()

/** The API description with this server's base address; 304 if the client has it already. */
export function sendDocument(reply: FastifyReply, apiBase: string): Promise<undefined> {
  reply.header('Cache-Control', 'public, no-cache')
  return sendTagged(reply, served(apiBase), 'application/json; charset=utf-8')
}

/** Made once. */
function served(apiBase: string): Tagged {
  const known = byBase.get(apiBase)
  if (known) return known
  const servers = [{ url: apiBase.replace(/\/$/, ''), description: 'this server' }]
  const made = tag(JSON.stringify({ ...apiDocument, servers }))
  byBase.set(apiBase, made)
  return made
}
