import { type IncomingMessage, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import type { Fetch } from '../transport.ts'

/** Chooses the `http.Agent` that carries a request, such as that of a proxy; undefined for Node's own. */
export type AgentFor = (url: URL) => RequestOptions['agent'] | undefined

/**
 * A fetch on `node:http` and `node:https`, for what the platform's fetch cannot be given on every Node from 20: an agent.
 * Redirects are not followed: the token must not go where a server points. Throws a TypeError where there is no
 * connection, as fetch does.
 */
export function nodeFetch(agentFor: AgentFor = () => undefined): Fetch {
  return async (request) => {
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const answer = await send(request, body, agentFor)
    const { statusCode = 500, statusMessage = '' } = answer
    const isEmpty = request.method === 'HEAD' || [204, 205, 304].includes(statusCode)
    if (isEmpty) answer.resume()
    const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream)
    return new Response(stream, { status: statusCode, statusText: statusMessage, headers: headersOf(answer) })
  }
}

function send(request: Request, body: Buffer | undefined, agentFor: AgentFor): Promise<IncomingMessage> {
  const url = new URL(request.url)
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) }
  const headers = { ...Object.fromEntries(request.headers), ...length }
  return new Promise((resolve, reject) => {
    const { method, signal } = request
    if (signal.aborted) return reject(signal.reason)
    const call = open(url, { method, headers, agent: agentFor(url) })
    const stop = () => {
      reject(signal.reason)
      call.destroy(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    call.on('close', () => signal.removeEventListener('abort', stop))
    call.on('error', (cause) => reject(new TypeError('fetch failed', { cause })))
    call.on('response', resolve)
    call.end(body)
  })
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}
