import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'
import type { ContentEncoding } from '../ports/decoded-batch.ts'

/** Bodies that are held at once, of all senders: beyond it a sender is asked to come again. */
const maxHeldBytes = 256 * 1_048_576
const tryAgainMs = 2000

/** Of one project: others find room, however much it sends. */
const maxOwnHeldBytes = maxHeldBytes / 4

let held = 0
const heldBySource = new Map<string, number>()

interface IngestRequest {
  readonly ctx: { readonly settings: Pick<Settings, 'maxIngestBytes'> }
  readonly request: FastifyRequest
  /** The project that the body is for. */
  readonly sourceId: string
}

/**
 * Reads the body of a batch and passes it on. It counts as held until `use` has ended, so that senders who send faster than
 * can be stored wait on their side.
 */
export async function withIngestBody<T>(
  { ctx: { settings }, request, sourceId }: IngestRequest,
  use: (body: Uint8Array<ArrayBuffer>, encoding: ContentEncoding) => Promise<T>,
  defaultEncoding: ContentEncoding = 'identity',
): Promise<T> {
  const encoding = encodingOf(request, defaultEncoding)
  let own = 0
  const hold = (bytes: number): void => {
    own += bytes
    const ofSource = addHeld(sourceId, bytes)
    if (own > settings.maxIngestBytes) throw tooLarge(settings.maxIngestBytes)
    const isTooMuch = (held > maxHeldBytes && held > own) || (ofSource > maxOwnHeldBytes && ofSource > own)
    if (isTooMuch) throw new DomainError('OVERLOADED', { retryAfterMs: tryAgainMs })
  }
  try {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > settings.maxIngestBytes) throw tooLarge(settings.maxIngestBytes)
    const chunks: Buffer[] = []
    // A request that is destroyed takes its connection, and with it the answer
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      hold((chunk as Buffer).length)
      chunks.push(chunk as Buffer)
    }
    return await use(join(chunks, own), encoding)
  } finally {
    addHeld(sourceId, -own)
  }
}

/** The bytes that the source has now. */
function addHeld(sourceId: string, bytes: number): number {
  held += bytes
  const ofSource = (heldBySource.get(sourceId) ?? 0) + bytes
  if (ofSource > 0) heldBySource.set(sourceId, ofSource)
  else heldBySource.delete(sourceId)
  return ofSource
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', {
    details: [{ field: 'body', message: `may have ${maxBytes} bytes: send smaller batches` }],
  })
}

const encodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br', 'zstd', 'snappy'] satisfies ContentEncoding[]

function encodingOf(request: FastifyRequest, byDefault: ContentEncoding): ContentEncoding {
  const encoding = (request.headers['content-encoding'] ?? byDefault).trim().toLowerCase()
  if (encodings.includes(encoding)) return encoding as ContentEncoding
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
    details: [{ field: 'Content-Encoding', message: `must be one of ${encodings.join(', ')}` }],
  })
}
