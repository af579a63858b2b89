import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Agent, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { basename } from 'node:path'
import { finished, PassThrough, type Readable, Transform } from 'node:stream'
import type { Omen } from '../create-omen.ts'
import { ApiProblem } from '../errors.ts'
import { type Chunk, isWhole, type StoreOptions, storeChunks } from '../store-chunks.ts'
import type { Transport } from '../transport.ts'
import type { FileReceipt } from '../types.ts'
import { digestFile } from './digest-file.ts'

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
const FIRST_CHUNK_BYTES = 1 << 20

/** A POST whose body is read from a stream. */
interface StreamedPost {
  headers: Record<string, string>
  body: Readable
  /** Size of the body; sent with chunked encoding if undefined. */
  bytes?: number | undefined
  signal?: AbortSignal | undefined
  /** Called with the bytes of the body sent so far. */
  onSent?: ((bytes: number) => void) | undefined
}

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
    chunkEnd: (from: number) => (from === 0 && size > wholeBytes ? Math.min(size, FIRST_CHUNK_BYTES) : size),
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

/**
 * Stores a body that is read as it is sent, so that memory does not grow with it. `fetch` would do, but reports no progress.
 * If the server answers before the end (too large, disk full), that response counts, not the broken pipe.
 */
async function postFile(transport: Transport, post: StreamedPost): Promise<FileReceipt> {
  const response = sendStream(transport, post)
  return transport.unwrap(
    response.then(async (answer) => {
      const body: unknown = await answer.json().catch(() => undefined)
      return answer.ok ? { data: body as FileReceipt, response: answer } : { error: body, response: answer }
    }),
  )
}

function sendStream(transport: Transport, { headers, body, bytes, signal, onSent }: StreamedPost): Promise<Response> {
  const url = new URL(`${transport.baseUrl}/files`)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = bytes === undefined ? {} : { 'Content-Length': String(bytes) }
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...transport.headers('POST'), ...headers, ...length },
      agent: transport.agentFor(url) as Agent | undefined,
      ...(signal && { signal }),
    })
    const fail = (error: unknown) => {
      body.destroy()
      call.destroy()
      reject(error)
    }
    call.setTimeout(transport.timeoutMs, () => fail(new DOMException('no progress', 'TimeoutError')))
    call.on('error', (error) => setImmediate(fail, error))
    call.on('response', (answer) => {
      body.unpipe()
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', fail)
      answer.on('end', () => {
        resolve(
          new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500, headers: flat(answer.headers) }),
        )
        body.destroy()
        call.destroy()
      })
    })
    finished(body, { writable: false }, (error) => error && fail(error))
    body.pipe(counter(bytes, onSent)).on('error', fail).pipe(call)
  })
}

/** Counts what is sent, and fails where the end comes before the size that was announced: the server would wait for it. */
function counter(bytes: number | undefined, onSent: ((bytes: number) => void) | undefined): Transform {
  let sent = 0
  return new Transform({
    flush(done) {
      done(bytes === undefined || sent >= bytes ? null : fileChanged())
    },
    transform(chunk: Buffer, _encoding, next) {
      sent += chunk.length
      onSent?.(sent)
      next(null, chunk)
    },
  })
}

function fileChanged(): ApiProblem {
  const message = 'The file became shorter while it was sent'
  return new ApiProblem({ code: 'CHECKSUM_MISMATCH', status: 0, message })
}

function flat(headers: Record<string, string | string[] | undefined>): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) result.set(name, String(value))
  return result
}
