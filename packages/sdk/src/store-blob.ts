import { ApiProblem, TransportError } from './errors.ts'
import type { CallOptions } from './pages.ts'
import { backoffMs } from './retry.ts'
import type { Transport } from './transport.ts'
import type { FileReceipt } from './types.ts'

/** How far an upload is, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/** Options of storing a file. */
export interface StoreOptions extends CallOptions {
  /** What the user called the file; the `name` of a `File` unless given. */
  uploadFileName?: string | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** SHA-256 of the whole file in hex; the server refuses what does not match (`CHECKSUM_MISMATCH`). */
  sha256?: string | undefined
  /** Handle of an upload that was broken off: goes on there. */
  resume?: string | undefined
  /** Bytes a request, 4 MiB unless given: a finer progress against fewer requests. */
  pieceBytes?: number | undefined
}

const tries = 6

/**
 * Stores a file piece by piece (`Content-Range`, `X-Upload-Handle`). After a lost connection the server is asked how much
 * has arrived, and the rest is sent; after six losses in a row the error is thrown.
 */
export async function storeBlob(transport: Transport, file: Blob, options: StoreOptions = {}): Promise<FileReceipt> {
  const { pieceBytes = 4 * 2 ** 20, onProgress, signal } = options
  let handle = options.resume
  let at = handle === undefined ? 0 : await receivedBytes(transport, handle, signal)
  for (let lost = 0; ; ) {
    const piece: Piece = { from: at, to: Math.min(file.size, at + pieceBytes), handle }
    try {
      const receipt = await sendPiece(transport, file, piece, options)
      lost = 0
      handle = receipt.filename
      at = piece.to
      onProgress?.({ sent: at, total: file.size })
      if (at >= file.size) return receipt
    } catch (error) {
      if (++lost >= tries || !isWorthAnotherTry(error)) throw error
      await transport.clock.sleep(waitMs(error, lost, transport), signal)
      if (handle !== undefined) at = await receivedBytes(transport, handle, signal)
    }
  }
}

interface Piece {
  from: number
  /** Exclusive. */
  to: number
  handle: string | undefined
}

function sendPiece(transport: Transport, file: Blob, piece: Piece, options: StoreOptions): Promise<FileReceipt> {
  const body = file.slice(piece.from, piece.to)
  const headers = { ...pieceHeaders(file, piece, options), 'Content-Type': 'application/octet-stream' }
  // The whole type of this body is a string in the generated code; what is sent is the piece itself.
  const call = { body: '', bodySerializer: () => body, headers, ...(options.signal && { signal: options.signal }) }
  return transport.unwrap(transport.client.POST('/files', call))
}

function pieceHeaders(file: Blob, { from, to, handle }: Piece, options: StoreOptions): Record<string, string> {
  const name = options.uploadFileName ?? ('name' in file ? String(file.name) : 'file')
  const headers: Record<string, string> = { 'X-File-Name': encodeURIComponent(name) }
  const isWhole = from === 0 && to === file.size && handle === undefined
  if (!isWhole) headers['Content-Range'] = `bytes ${from}-${to - 1}/${file.size}`
  if (handle !== undefined) headers['X-Upload-Handle'] = handle
  if (options.sha256 !== undefined) headers['X-Content-SHA256'] = options.sha256
  return headers
}

async function receivedBytes(transport: Transport, handle: string, signal: AbortSignal | undefined): Promise<number> {
  const init = { params: { path: { filename: handle } }, ...(signal && { signal }) }
  const { file } = await transport.unwrap(transport.client.GET('/files/{filename}', init))
  return file.receivedBytes ?? file.bytes
}

/** Whether an upload that stopped for this reason may be picked up again. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof TransportError) return error.kind === 'network' || error.kind === 'timeout'
  if (!(error instanceof ApiProblem)) return false
  const codes: readonly string[] = ['RANGE_MISMATCH', 'UPLOAD_INCOMPLETE', 'OVERLOADED', 'RATE_LIMITED']
  return codes.includes(error.code)
}

/** How long to wait before the next try: what the server asks for, else a growing, jittered time. Milliseconds. */
export function waitMs(error: unknown, lost: number, { retry }: Transport): number {
  const asked = error instanceof ApiProblem ? error.retryAfterMs : undefined
  return Math.min(asked ?? backoffMs(lost, retry), retry.maxMs)
}
