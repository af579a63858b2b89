import { expect, it } from 'vitest'
import { readEvents } from './event-stream.ts'

it('ends with its signal, also where the body does not', async () => {
  const end = new AbortController()
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('event: rows\ndata: 1\n\n')),
    cancel() {
      isCancelled = true
    },
  })
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const events of readEvents(async () => body, end.signal)) {
      seen.push(...events)
      end.abort(new Error('enough'))
    }
  })()
  await expect(reading).rejects.toThrow('enough')
  expect(seen).toEqual([expect.objectContaining({ event: 'rows', data: '1' })])
  expect(isCancelled).toBe(true)
})
