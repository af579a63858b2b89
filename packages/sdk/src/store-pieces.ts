import { ApiProblem, TransportError } from './errors.ts'
import type { CallOptions } from './pages.ts'
import { backoffMs } from './retry.ts'
import type { Transport } from './transport.ts'
import type { FileReceipt, StoredFile } from './types.ts'
import { settle } from './unwrap.ts'

/** How far an upload is, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/** Options of storing a file. */
export interface StoreOptions extends CallOptions {
  /** What the user called the file; its own name unless given. */
  uploadFileName?: string | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** SHA-256 of the whole file in hex; the server refuses what does not match (`CHECKSUM_MISMATCH`). */
  sha256?: string | undefined
  /** Handle of an upload that was broken off: goes on there. */
  resume?: string | undefined
  /** Called once the handle is known, so that a broken upload can be resumed later. */
  onHandle?: ((filename: string) => void) | undefined
}

/** A part of a file; `to` is exclusive. */
export interface Piece {
  from: number
  to: number
  total: number
  handle: string | undefined
}

/** Where the bytes come from and how a part of them is sent. */
export interface PieceSource {
  readonly size: number
  readonly name: string
  /** End of the piece that begins at `from`. */
  pieceEnd(from: number): number
  send(piece: Piece, headers: Record<string, string>): Promise<FileReceipt>
}

const tries = 6

/**
 * Stores a file piece by piece (`Content-Range`, `X-Upload-Handle`). After a lost connection the server is asked how much
 * has arrived, and the rest is sent; after six losses without any headway the error is thrown.
 */
export async function storePieces(
  transport: Transport,
  source: PieceSource,
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
        standing = { at: source.pieceEnd(standing.at), handle: receipt.filename }
        lost = 0
        options.onProgress?.({ sent: standing.at, total: source.size })
        if (standing.at >= source.size) return receipt
      }
    } catch (error) {
      if (++lost >= tries || !isWorthAnotherTry(error)) throw error
      await settle(transport.clock.sleep(waitMs(error, lost, transport), options.signal))
    }
  }
}

interface Standing {
  at: number
  handle: string | undefined
  /** Where the whole file has arrived and only its answer was lost. */
  receipt?: FileReceipt
}

function sendNext(source: PieceSource, { at, handle }: Standing, options: StoreOptions): Promise<FileReceipt> {
  const piece: Piece = { from: at, to: source.pieceEnd(at), total: source.size, handle }
  return source.send(piece, pieceHeaders(options.uploadFileName ?? source.name, piece, options.sha256))
}

function pieceHeaders(name: string, piece: Piece, sha256: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'X-File-Name': encodeURIComponent(name) }
  if (!isWhole(piece)) headers['Content-Range'] = `bytes ${piece.from}-${piece.to - 1}/${piece.total}`
  if (piece.handle !== undefined) headers['X-Upload-Handle'] = piece.handle
  if (sha256 !== undefined) headers['X-Content-SHA256'] = sha256
  return headers
}

/** Whether a piece is the whole file, sent in one request. */
export function isWhole(piece: Piece): boolean {
  return piece.from === 0 && piece.to === piece.total && piece.handle === undefined
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
