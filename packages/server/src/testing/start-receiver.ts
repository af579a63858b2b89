import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Epoch milliseconds. */
  readonly at: number
}

export interface ReceiverAnswer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A service that alerts are sent to; without an answer it hangs. */
export interface Receiver {
  readonly url: string
  readonly requests: ReceivedRequest[]
  answer: (request: ReceivedRequest) => ReceiverAnswer | undefined
  close(): Promise<void>
}

export async function startReceiver(
  answer: Receiver['answer'] = () => ({ status: 200, body: 'ok' }),
): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('')
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body, at: Date.now() }
    receiver.requests.push(received)
    const given = receiver.answer(received)
    if (given) response.writeHead(given.status, given.headers).end(given.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
