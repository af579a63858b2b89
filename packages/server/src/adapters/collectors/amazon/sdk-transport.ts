import type { Outbound } from '../../../ports/outbound.ts'
import { readAnswer } from '../read-answer.ts'

/** What the official clients send by a transport of one's own; those used here have everything in the body. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

interface SdkAnswer {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

export interface SdkTransport {
  readonly metadata: { readonly handlerProtocol: string }
  handle(request: SdkRequest, options?: { abortSignal?: unknown }): Promise<{ response: SdkAnswer }>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): object
}

const never = new AbortController().signal

/** The transport of the official clients through the guarded way out. A signed request is not redirected. */
export function sdkTransport(outbound: Outbound, timeoutMs: number | undefined): SdkTransport {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle({ protocol, hostname, port, path, method, headers, body }, { abortSignal } = {}) {
      const signal = abortSignal instanceof AbortSignal ? abortSignal : never
      const response = await outbound.fetch(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`, {
        method,
        headers: sendable(headers),
        ...(body !== undefined && { body }),
        signal,
        maxRedirects: 0,
        ...(timeoutMs !== undefined && { timeoutMs }),
      })
      const bytes = await readAnswer(response, signal)
      return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body: bytes } }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
}

/** Without those that the connection itself gives. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host' && name !== 'content-length'))
}
