import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digests = new WeakMap<FastifyRequest, { hash: Hash; counts: (field: string) => boolean }>()

/**
 * From now on the multipart body of the request is hashed part by part as it is read: the files and the fields that
 * count, not the boundary.
 */
export function startDigest(request: FastifyRequest, counts: (field: string) => boolean): { hex(): string } {
  const hash = createHash('sha256')
  digests.set(request, { hash, counts })
  return { hex: () => hash.copy().digest('hex') }
}

export function addField(request: FastifyRequest, name: string, value: unknown): void {
  const digest = digests.get(request)
  if (digest?.counts(name)) digest.hash.update(JSON.stringify(['field', name, value]))
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
  digest.hash.update(JSON.stringify(['file', name, fileName, hash.digest('hex')]))
}
