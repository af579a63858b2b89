import { createParser } from 'eventsource-parser'

/** A stream without events for this long is considered dead; servers send a comment every fifteen seconds. Milliseconds. */
const IDLE_MS = 45_000

/** A server-sent event. */
export interface ServerEvent {
  readonly event: string | undefined
  readonly data: string
}

/**
 * Events of a response body, in the chunks that they come in, empty where only a comment came. `open` asks for the body with a signal that is
 * aborted when nothing comes any more, or with `signal`.
 */
export async function* readEvents(
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent[], void, undefined> {
  const idle = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stillAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(), IDLE_MS)
  }
  try {
    stillAlive()
    const alive = signal ? AbortSignal.any([signal, idle.signal]) : idle.signal
    for await (const chunk of parseEvents(await open(alive), alive)) {
      stillAlive()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
    idle.abort()
  }
}

async function* parseEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent[], void, undefined> {
  let events: ServerEvent[] = []
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ event, data }) })
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  // A Request passes its signal on for only as long as nothing has collected it, and a stream may last for days
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parser.feed(next.value)
      yield events
      events = []
    }
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
