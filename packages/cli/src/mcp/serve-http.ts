import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  type McpServer,
  originValidationResponse,
} from '@modelcontextprotocol/server'

export interface HttpOptions {
  readonly port: number
  readonly host: string
  /** Names by which the server may be called, without a port. */
  readonly allowedHosts: readonly string[]
  /** A server for whoever has the access token; undefined where the token is not valid. */
  open(token: string): Promise<McpServer | undefined>
  onError(error: Error): void
}

const mostBytes = 262_144

/** Serves the protocol over HTTP: each request is authenticated by an access token of Omen, and works with the rights of that token. */
export async function serveHttp(options: HttpOptions): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.onError(error as Error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return { port, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function answer(options: HttpOptions, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await toRequest(incoming)
  const { allowedHosts } = options
  const refused =
    request === undefined
      ? new Response('The request is too large.', { status: 413 })
      : (hostHeaderValidationResponse(request, [...allowedHosts]) ??
        originValidationResponse(request, [...allowedHosts]))
  await send(refused ?? (await serve(options, request!)), response)
}

async function serve({ open, onError }: HttpOptions, request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== '/mcp') return new Response('The protocol is at /mcp.', { status: 404 })
  const [, token] = /^Bearer +([!-~]+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
  const opened = token === undefined ? undefined : await open(token)
  if (opened === undefined) {
    const headers = { 'WWW-Authenticate': 'Bearer realm="omen"', 'Content-Type': 'application/json' }
    const error = { code: -32_001, message: 'Send an access token of Omen that is valid: Authorization: Bearer omen_…' }
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }), { status: 401, headers })
  }
  return createMcpHandler(() => opened, { onerror: onError, responseMode: 'json' }).fetch(request)
}

async function toRequest(incoming: IncomingMessage): Promise<Request | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const { method = 'GET', url = '/' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const address = new URL(url, `http://${incoming.headers.host ?? 'localhost'}`)
  return new Request(address, { method, headers, ...(hasBody && { body: Buffer.concat(chunks) }) })
}

async function send(answered: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  if (answered.body !== null) for await (const chunk of answered.body) response.write(chunk)
  response.end()
}
