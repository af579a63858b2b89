import type { Outbound } from '../../../ports/outbound.ts'
import { askProvider } from '../ask-provider.ts'

/** What the official clients send by a transport of one's own; those used here have everything in the body. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
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

/** The transport of the official clients, by the guarded way out. */
export function sdkTransport(outbound: Outbound): SdkTransport {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle({ protocol, hostname, port, path, method, headers, body }, { abortSignal } = {}) {
      const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`
      const request = { url, method, headers: sendable(headers), ...(body !== undefined && { body }) }
      const signal = abortSignal instanceof AbortSignal ? abortSignal : never
      const answer = await askProvider(outbound, request, signal)
      const received = Object.fromEntries(answer.headers)
      return { response: { statusCode: answer.status, headers: received, body: Buffer.from(answer.body) } }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
}

/** Without those that the connection itself gives. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host' && name !== 'content-length'))
}
