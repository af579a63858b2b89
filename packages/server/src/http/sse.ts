import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../ports/clock.ts'
import type { OpenAnswer } from './open-answers.ts'

const HEARTBEAT_MS = 15_000
/** Bytes. A reader that leaves more than this unread is let go, and asks again when it reads. */
const MAX_UNREAD = 1_048_576
/** For a reader to take the last events once the stream has ended. */
const GRACE_MS = 2_000

export interface StreamOptions {
  /** Rejects if the reader is no longer authorised; called again whenever credentials of the account change. */
  authorise(): Promise<unknown>
  readonly clock: Clock
}

/** One open stream of server-sent events. */
export interface EventStream extends OpenAnswer {
  send(event: string, data: unknown, id?: string): void
  /** Resolves when the reader has taken what was sent, or has gone: whoever can wait sends less to a slow one. */
  drained(): Promise<void>
  /** Aborted when the reader has gone, `end` was called or the server stops. */
  readonly closed: AbortSignal
}

/** Takes over the response; the handler then returns undefined. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): EventStream {
  const { openAnswers } = request.server
  const closing = new AbortController()
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
  raw.flushHeaders()
  const write = (text: string): void => {
    if (closing.signal.aborted) return
    raw.write(text)
    if (raw.writableLength > MAX_UNREAD) raw.destroy()
  }
  const stopHeartbeat = options.clock.every(HEARTBEAT_MS, () => write(': still here\n\n'))
  const stop = (): void => {
    stopHeartbeat()
    openAnswers.delete(stream)
    closing.abort()
  }
  const end = (): void => {
    if (closing.signal.aborted) return
    stop()
    raw.once(
      'close',
      options.clock.after(GRACE_MS, () => raw.destroy()),
    )
    raw.end()
  }
  const stream: EventStream = {
    accountId: request.caller?.accountId ?? null,
    send: (event, data, id) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    drained: () =>
      new Promise((resolve) => {
        if (!raw.writableNeedDrain || closing.signal.aborted) return resolve()
        raw.once('drain', resolve)
        closing.signal.addEventListener('abort', () => resolve(), { once: true })
      }),
    end,
    authoriseAgain: () => options.authorise().then(() => {}, end),
    closed: closing.signal,
  }
  openAnswers.add(stream)
  // A connection that breaks is closed as well; without a listener its error would end the process.
  raw.on('error', () => {})
  raw.on('close', stop)
  // The reader may have left before the stream was open.
  if (raw.destroyed) stop()
  return stream
}
