import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'
import type { ContentEncoding } from '../ports/decoded-batch.ts'
import { leavingOf } from './client-left.ts'

/** Bodies that are held at once, of all accounts: beyond it those that hold more than an equal share are asked to come again. */
const MAX_HELD_BYTES = 256 * 1_048_576
const TRY_AGAIN_MS = 2000

/** The most that the projects of one account hold, so that others find room. */
const MAX_OWN_HELD_BYTES = MAX_HELD_BYTES / 4

let held = 0
const heldByAccount = new Map<string, number>()

interface IngestRequest {
  readonly ctx: { readonly settings: Pick<Settings, 'maxIngestBytes'> }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The owner of the project that the body is for. */
  readonly accountId: string
}

/**
 * Reads the body of a batch and passes it on. It counts as held until `use` has ended, so that senders who send faster than
 * can be stored wait on their side. The signal is aborted when the client leaves.
 */
export async function withIngestBody<T>(
  { ctx: { settings }, request, reply, accountId }: IngestRequest,
  use: (body: Uint8Array<ArrayBuffer>, encoding: ContentEncoding, leaving: AbortSignal) => Promise<T>,
  defaultEncoding: ContentEncoding = 'identity',
): Promise<T> {
  const encoding = encodingOf(request, defaultEncoding)
  let own = 0
  const hold = (bytes: number): void => {
    own += bytes
    const ofAccount = addHeld(accountId, bytes)
    if (own > settings.maxIngestBytes) throw tooLarge(settings.maxIngestBytes)
    const share = MAX_HELD_BYTES / heldByAccount.size
    const isTooMuch =
      (held > MAX_HELD_BYTES && ofAccount > share && held > own) || (ofAccount > MAX_OWN_HELD_BYTES && ofAccount > own)
    if (isTooMuch) throw new DomainError('OVERLOADED', { retryAfterMs: TRY_AGAIN_MS })
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
    return await use(join(chunks, own), encoding, leavingOf(reply))
  } finally {
    addHeld(accountId, -own)
  }
}

/** The bytes that the account has now. */
function addHeld(accountId: string, bytes: number): number {
  held += bytes
  const ofAccount = (heldByAccount.get(accountId) ?? 0) + bytes
  if (ofAccount > 0) heldByAccount.set(accountId, ofAccount)
  else heldByAccount.delete(accountId)
  return ofAccount
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

const ENCODINGS: readonly string[] = ['identity', 'gzip', 'deflate', 'br', 'zstd', 'snappy'] satisfies ContentEncoding[]

function encodingOf(request: FastifyRequest, byDefault: ContentEncoding): ContentEncoding {
  const encoding = (request.headers['content-encoding'] ?? byDefault).trim().toLowerCase()
  if (ENCODINGS.includes(encoding)) return encoding as ContentEncoding
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
    details: [{ field: 'Content-Encoding', message: `must be one of ${ENCODINGS.join(', ')}` }],
  })
}
