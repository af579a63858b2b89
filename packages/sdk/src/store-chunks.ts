import { ApiProblem, TransportError } from './errors.ts'
import type { CallOptions } from './pages.ts'
import { backoffMs } from './retry.ts'
import type { Transport } from './transport.ts'
import type { FileReceipt, StoredFile } from './types.ts'
import { settle } from './unwrap.ts'

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/** Options of storing a file. */
export interface StoreOptions extends CallOptions {
  /** Name of the file on the server; its own name by default. */
  uploadFileName?: string | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** SHA-256 of the whole file in hex; the server rejects a mismatch (`CHECKSUM_MISMATCH`). */
  sha256?: string | undefined
  /** Handle of an interrupted upload to resume. */
  resume?: string | undefined
  /** Called as soon as there is a handle, so that an interrupted upload can be resumed later. */
  onHandle?: ((filename: string) => void) | undefined
}

/** A part of a file; `to` is exclusive. */
export interface Chunk {
  from: number
  to: number
  total: number
  handle: string | undefined
}

/** Source of the bytes, and how a chunk of them is sent. */
export interface ChunkSource {
  readonly size: number
  readonly name: string
  /** End of the chunk that begins at `from`. */
  chunkEnd(from: number): number
  send(chunk: Chunk, headers: Record<string, string>): Promise<FileReceipt>
}

const TRIES = 6

/**
 * Stores a file chunk by chunk (`Content-Range`, `X-Upload-Handle`). After a lost connection the client asks how much
 * has arrived and sends the rest; after six lost connections without progress, or two time limits, it throws the error.
 */
export async function storeChunks(
  transport: Transport,
  source: ChunkSource,
  options: StoreOptions,
): Promise<FileReceipt> {
  let standing: Standing = { at: 0, handle: undefined }
  for (let lost = 0; ; ) {
    try {
      if (lost > 0 || options.resume !== undefined) {
        standing = await ask(transport, standing.handle ?? options.resume, options.signal, standing)
        if (standing.receipt) return standing.receipt
      }
      for (;;) {
        const receipt = await sendNext(source, standing, options)
        if (standing.handle === undefined) options.onHandle?.(receipt.filename)
        standing = { at: source.chunkEnd(standing.at), handle: receipt.filename }
        lost = 0
        options.onProgress?.({ sent: standing.at, total: source.size })
        if (standing.at >= source.size) return receipt
      }
    } catch (error) {
      if (++lost >= triesAfter(error, standing) || !isWorthAnotherTry(error)) throw error
      await settle(transport.clock.sleep(waitMs(error, lost, transport), options.signal))
    }
  }
}

interface Standing {
  at: number
  handle: string | undefined
  /** The whole file has arrived and only the response was lost. */
  receipt?: FileReceipt
}

function sendNext(source: ChunkSource, { at, handle }: Standing, options: StoreOptions): Promise<FileReceipt> {
  const chunk: Chunk = { from: at, to: source.chunkEnd(at), total: source.size, handle }
  return source.send(chunk, chunkHeaders(options.uploadFileName ?? source.name, chunk, options.sha256))
}

function chunkHeaders(name: string, chunk: Chunk, sha256: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'X-File-Name': encodeURIComponent(name) }
  if (!isWhole(chunk)) headers['Content-Range'] = `bytes ${chunk.from}-${chunk.to - 1}/${chunk.total}`
  if (chunk.handle !== undefined) headers['X-Upload-Handle'] = chunk.handle
  if (sha256 !== undefined) headers['X-Content-SHA256'] = sha256
  return headers
}

/** Whether a chunk is the whole file, sent in one request. */
export function isWhole(chunk: Chunk): boolean {
  return chunk.from === 0 && chunk.to === chunk.total && chunk.handle === undefined
}

async function ask(
  transport: Transport,
  handle: string | undefined,
  signal: AbortSignal | undefined,
  standing: Standing,
): Promise<Standing> {
  if (handle === undefined) return standing
  const init = { params: { path: { filename: handle } }, ...(signal && { signal }) }
  const { file } = await transport.unwrap(transport.client.GET('/files/{filename}', init))
  if (file.failure) throw ApiProblem.fromFailure(file.failure)
  if (file.state === 'receiving') return { at: file.receivedBytes ?? 0, handle }
  return { at: file.bytes, handle, receipt: receiptOf(file) }
}

function receiptOf({ filename, uploadFileName, bytes, sha256 }: StoredFile): FileReceipt {
  return { success: true, filename, uploadFileName, bytes, sha256, receivedBytes: bytes }
}

/** A server that was silent for a whole time limit is asked once more where it had answered before, and else not at all. */
function triesAfter(error: unknown, { handle }: Standing): number {
  if (!(error instanceof TransportError) || error.kind !== 'timeout') return TRIES
  return handle === undefined ? 1 : 2
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof TransportError) return error.kind === 'network' || error.kind === 'timeout'
  if (!(error instanceof ApiProblem)) return false
  const passing: readonly string[] = ['RANGE_MISMATCH', 'UPLOAD_INCOMPLETE', 'OVERLOADED', 'RATE_LIMITED']
  return passing.includes(error.code)
}

function waitMs(error: unknown, lost: number, { retry }: Transport): number {
  const asked = error instanceof ApiProblem ? error.retryAfterMs : undefined
  return Math.min(asked ?? backoffMs(lost, retry), retry.maxMs)
}
