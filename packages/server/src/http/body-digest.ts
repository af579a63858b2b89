import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digests = new WeakMap<FastifyRequest, Hash>()

/** From now on the multipart body of the request is hashed part by part as it is read; the boundary does not count. */
export function startDigest(request: FastifyRequest): { hex(): string } {
  const hash = createHash('sha256')
  digests.set(request, hash)
  return { hex: () => hash.copy().digest('hex') }
}

export function addField(request: FastifyRequest, name: string, value: unknown): void {
  digests.get(request)?.update(JSON.stringify(['field', name, value]))
}

/** Passes the content of a file on, and adds its hash when all of it has been read. */
export async function* addingFile(
  request: FastifyRequest,
  { name, fileName }: { name: string; fileName: string },
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const digest = digests.get(request)
  if (!digest) return yield* content
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  digest.update(JSON.stringify(['file', name, fileName, hash.digest('hex')]))
}
