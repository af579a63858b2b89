import type { LiveAnalysis } from '@omen/sdk'
import type { Page } from 'playwright-core'

interface LiveStreams {
  /** Addresses that were asked for events. */
  asked: string[]
  isRefused: boolean
  push: (texts: string[]) => void
  close: () => void
}

/** Runs in the page before anything else: event streams of live analyses come from the test, everything else from its answers. */
export function takeLiveStreams(): void {
  const fetchAnswer = globalThis.fetch
  let open: ReadableStreamDefaultController<Uint8Array> | undefined
  let waiting: string[] = []
  const bytes = new TextEncoder()
  const streams: LiveStreams = {
    asked: [],
    isRefused: false,
    push(texts) {
      if (open === undefined) waiting.push(...texts)
      else for (const text of texts) open.enqueue(bytes.encode(text))
    },
    close() {
      open?.error(new TypeError('network error'))
      open = undefined
    },
  }
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const isStream = request.url.includes('/liveAnalysis') && request.headers.get('accept') === 'text/event-stream'
    if (!isStream) return fetchAnswer(request)
    if (streams.isRefused) throw new TypeError('Failed to fetch')
    streams.asked.push(request.url)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        open = controller
        const held = waiting
        waiting = []
        streams.push(held)
        request.signal.addEventListener('abort', () => {
          if (open === controller) open = undefined
        })
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
  Object.assign(globalThis, { liveStreams: streams })
}

type WithStreams = { liveStreams: LiveStreams }

/** What a test does with the event streams of a page. */
export const liveStreamsOf = (page: Page) => ({
  push: (...updates: LiveAnalysis[]) =>
    page.evaluate(
      (texts) => (globalThis as unknown as WithStreams).liveStreams.push(texts),
      updates.map((update) => `id: ${update.position}\nevent: rows\ndata: ${JSON.stringify(update)}\n\n`),
    ),
  reset: () =>
    page.evaluate(() => (globalThis as unknown as WithStreams).liveStreams.push(['event: reset\ndata: {}\n\n'])),
  /** The connection breaks; while `isRefused`, no other comes about. */
  lose: (isRefused: boolean) =>
    page.evaluate((refused) => {
      const streams = (globalThis as unknown as WithStreams).liveStreams
      streams.isRefused = refused
      streams.close()
    }, isRefused),
  allow: () =>
    page.evaluate(() => {
      ;(globalThis as unknown as WithStreams).liveStreams.isRefused = false
    }),
  asked: () => page.evaluate(() => (globalThis as unknown as WithStreams).liveStreams.asked),
})
