import type { FastifyReply, FastifyRequest } from 'fastify'

const heartbeatMs = 15_000

/** One open stream of server-sent events. */
export interface EventStream {
  send(event: string, data: unknown, id?: string): void
  end(): void
  /** Aborted when the reader has gone, `end` was called or the server stops. */
  readonly closed: AbortSignal
}

/** Takes the answer over; the handler then returns undefined. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  const { eventStreams } = request.server
  const closing = new AbortController()
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
  raw.flushHeaders()
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  const stream: EventStream = {
    send: (event, data, id) => {
      if (!closing.signal.aborted)
        raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end: () => raw.end(),
    closed: closing.signal,
  }
  eventStreams.add(stream)
  raw.on('close', () => {
    clearInterval(heartbeat)
    eventStreams.delete(stream)
    closing.abort()
  })
  return stream
}
