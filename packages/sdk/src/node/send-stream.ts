import { type Agent, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { finished, type Readable, Transform } from 'node:stream'
import { ApiProblem } from '../errors.ts'
import type { Transport } from '../transport.ts'
import type { FileReceipt } from '../types.ts'

/** A POST whose body is read from a stream. */
export interface StreamedPost {
  headers: Record<string, string>
  body: Readable
  /** Size of the body; sent with chunked encoding if undefined. */
  bytes?: number | undefined
  signal?: AbortSignal | undefined
  /** Called with the bytes of the body sent so far. */
  onSent?: ((bytes: number) => void) | undefined
}

/**
 * Stores a body that is read as it is sent, so that memory does not grow with it. `fetch` would do, but reports no progress.
 * If the server answers before the end (too large, disk full), that response counts, not the broken pipe.
 */
export async function postFile(transport: Transport, post: StreamedPost): Promise<FileReceipt> {
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
