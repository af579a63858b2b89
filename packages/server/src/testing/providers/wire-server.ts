import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderServer, WireAnswer, WireFault } from '../../ports/collector.contract.ts'

export interface WireRequest {
  readonly method: string
  /** Path and query. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WireServer extends ProviderServer {
  readonly url: string
  /** Ends its connections and refuses further ones, until `reconnect`. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** An HTTP server on loopback that answers as `answer` says, but for the requests that were told to fail. */
export async function startWireServer(
  answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
  port = 0,
): Promise<WireServer> {
  const faults: WireFault[] = []
  let calls = 0
  const server = createServer(async (request, response) => {
    calls++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const fault = faults.shift()
    if (fault === 'hang') return
    if (fault === 'drip') return drip(response)
    if (fault === 'cut') return cut(response)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const body = Buffer.concat(chunks).toString()
    send(response, fault ?? (await answer({ method: request.method ?? 'GET', url, headers: request.headers, body })))
  })
  const listen = async (on: number): Promise<void> => {
    server.listen(on, '127.0.0.1')
    await once(server, 'listening')
  }
  const disconnect = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  await listen(port)
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls
    },
    failNext(fault, times = 1) {
      if (times <= 0) faults.length = 0
      for (let time = 0; time < times; time++) faults.push(fault)
    },
    disconnect,
    reconnect: () => listen(address.port),
    close: disconnect,
  }
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: WireAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  response.write('{"', () => response.destroy())
}
