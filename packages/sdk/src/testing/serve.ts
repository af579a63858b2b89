import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as received. */
export interface Received {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The response of a test; a function writes the response itself. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((response: ServerResponse) => void)

/** A loopback server for one test, closed after it. */
export interface TestServer {
  baseUrl: string
  received: Received[]
}

/** Starts a server that responds to each request with the result of `answer`. */
export async function serve(answer: (request: Received, count: number) => Answer): Promise<TestServer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request).catch(() => undefined)
    if (one === undefined) return
    received.push(one)
    reply(response, answer(one, received.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`, received }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://loopback')
  const { method = '', headers } = request
  const path = url.pathname.replace('/api/v1', '')
  return { method, path, query: url.searchParams, headers, body: Buffer.concat(chunks) }
}

function reply(response: ServerResponse, answer: Answer): void {
  if (typeof answer === 'function') {
    answer(response)
    return
  }
  const { status = 200, headers = {}, json, text } = answer
  response.writeHead(status, { 'Content-Type': text === undefined ? 'application/json' : 'text/plain', ...headers })
  response.end(text ?? JSON.stringify(json ?? { success: true }))
}
