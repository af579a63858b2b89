import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { Omen } from '../create-omen.ts'
import { type Chunk, isWhole, type StoreOptions, storeChunks } from '../store-chunks.ts'
import type { FileReceipt } from '../types.ts'
import { digestFile } from './digest-file.ts'
import { postFile, type StreamedPost } from './send-stream.ts'

/** Options of storing a file of the file system. */
export interface StorePathOptions extends Omit<StoreOptions, 'sha256'> {
  /** SHA-256 in hex; computed by default, `false` for none. */
  sha256?: string | false | undefined
  /** How a file that fits into one request is sent: `form` (multipart, the default) or its `raw` bytes. */
  as?: 'form' | 'raw' | undefined
  /** Files up to this size go in one request, 8 MiB by default; larger ones can be resumed. */
  wholeBytes?: number | undefined
}

/** The first chunk of a large file is small: its response has the handle, after which nothing sent is lost. */
const firstChunkBytes = 1 << 20

/**
 * Streams a file to the server in constant memory; a lost connection is resumed at the offset that the server has
 * received. Throws what the file system throws, `ApiProblem` and `TransportError`.
 */
export async function storePath(omen: Omen, path: string, options: StorePathOptions = {}): Promise<FileReceipt> {
  const { sha256, as = 'form', wholeBytes = 8 << 20, ...rest } = options
  const { size } = await stat(path)
  const digest = sha256 === false ? undefined : (sha256 ?? (await digestFile(path, pick(options.signal))))
  const source = {
    size,
    name: basename(path),
    chunkEnd: (from: number) => (from === 0 && size > wholeBytes ? Math.min(size, firstChunkBytes) : size),
    send(chunk: Chunk, headers: Record<string, string>) {
      const post = { path, headers, name: options.uploadFileName ?? basename(path), ...pick(options.signal) }
      const onSent = (bytes: number) =>
        options.onProgress?.({ sent: Math.min(chunk.to, chunk.from + bytes), total: size })
      return as === 'form' && isWhole(chunk) && size > 0
        ? sendForm(omen, { ...post, onSent, size })
        : sendRaw(omen, chunk, { ...post, onSent })
    },
  }
  return storeChunks(omen.transport, source, { ...rest, sha256: digest })
}

/** Options of storing a stream. */
export interface StoreStreamOptions {
  /** Name of the file on the server. */
  uploadFileName: string
  signal?: AbortSignal | undefined
  onSent?: ((bytes: number) => void) | undefined
}

/** Streams a pipe (standard input) to the server. It cannot be read twice, so a broken connection fails. */
export function storeStream(omen: Omen, body: Readable, options: StoreStreamOptions): Promise<FileReceipt> {
  const { uploadFileName, ...rest } = options
  const headers = { 'X-File-Name': encodeURIComponent(uploadFileName), 'Content-Type': 'application/octet-stream' }
  return postFile(omen.transport, { headers, body, ...rest })
}

interface Sending extends Pick<StreamedPost, 'headers' | 'signal' | 'onSent'> {
  path: string
  name: string
}

function sendRaw(omen: Omen, { from, to }: Chunk, { path, headers, ...rest }: Sending): Promise<FileReceipt> {
  const body = createReadStream(path, { start: from, end: Math.max(from, to - 1), highWaterMark: 1 << 18 })
  const typed = { ...headers, 'Content-Type': 'application/octet-stream' }
  return postFile(omen.transport, { body, headers: typed, bytes: to - from, ...rest })
}

async function sendForm(omen: Omen, sending: Sending & { size: number }): Promise<FileReceipt> {
  const { default: FormData } = await import('form-data')
  const { path, name, headers, size, signal, onSent } = sending
  const form = new FormData()
  // No further than the size that was announced: a file that grows meanwhile is reported by its checksum.
  const content = createReadStream(path, { end: size - 1, highWaterMark: 1 << 18 })
  form.append('file', content, { filename: name, knownLength: size })
  const bytes = form.getLengthSync()
  // form-data is a legacy stream, which signals neither its end nor its errors to pipe().
  const body = new PassThrough()
  form.on('error', (error: Error) => body.destroy(error))
  form.pipe(body)
  return postFile(omen.transport, { body, headers: { ...headers, ...form.getHeaders() }, bytes, signal, onSent })
}

function pick(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
