import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createOmen } from '../create-omen.ts'
import { type Answer, type Received, serve } from '../testing/serve.ts'
import { testClock } from '../testing/test-clock.ts'

const whole = (position: number): Answer => ({ json: { success: true, projectName: 'shop', position } })
const broken: Answer = (response) => response.destroy()
const REFUSED: Answer = { status: 404, json: { success: false, code: 'NOT_FOUND', message: 'No.', requestId: 'r' } }

function events(text: string, finish: (response: ServerResponse) => void = (response) => response.end()): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(text, () => finish(response))
  }
}
const rows = (position: number, projectName = 'shop') =>
  `event: rows\ndata: ${JSON.stringify({ projectName, position })}\n\n`
const isStream = ({ headers }: Received) => headers.accept === 'text/event-stream'

/** Follows until `count` updates have come. */
async function followed(count: number, answer: (request: Received, count: number) => Answer) {
  const server = await serve(answer)
  const omen = createOmen({ baseUrl: server.baseUrl, clock: testClock(), retry: false })
  const end = new AbortController()
  const seen: unknown[] = []
  for await (const { isWhole, analysis } of omen.live.follow('shop', {}, { signal: end.signal })) {
    seen.push(isWhole ? ['whole', analysis.position] : analysis.position)
    if (seen.length === count) end.abort()
  }
  return { seen, ...server }
}

describe('live.follow', () => {
  it('goes on after the last row when a stream breaks off, and tries until the server is there again', async () => {
    let streams = 0
    const { seen, received } = await followed(4, (request) => {
      if (!isStream(request)) return whole(1)
      streams++
      if (streams === 1) return events(rows(2) + rows(3), (response) => response.destroy())
      return streams < 4 ? broken : events(rows(4), () => undefined)
    })
    expect(seen).toEqual([['whole', 1], 2, 3, 4])
    expect(received.filter(isStream).map(({ query }) => query.get('since'))).toEqual(['1', '3', '3', '3'])
  })

  it('reads the whole again after a reset', async () => {
    let wholes = 0
    const { seen } = await followed(3, (request) => {
      if (!isStream(request)) return whole(++wholes * 10)
      return wholes === 1 ? events('event: reset\ndata: {}\n\n') : events(rows(21), () => undefined)
    })
    expect(seen).toEqual([['whole', 10], ['whole', 20], 21])
  })

  it('throws when the project is gone', async () => {
    const gone = followed(2, (request) => (isStream(request) ? REFUSED : whole(1)))
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('says that the project was removed while it was followed', async () => {
    const gone = followed(9, (request) =>
      isStream(request) ? events('event: removed\ndata: {"message":"It was removed."}\n\n') : whole(1),
    )
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'It was removed.' })
  })

  it('follows a project that was renamed', async () => {
    let streams = 0
    const { received } = await followed(3, (request) => {
      if (!isStream(request)) return whole(1)
      return ++streams === 1 ? events(rows(2, 'store')) : events(rows(3, 'store'), () => undefined)
    })
    expect(received.map(({ query }) => query.get('projectName'))).toEqual(['shop', 'shop', 'store'])
  })

  it('closes the connection that it leaves, and ends without an error when it is aborted', async () => {
    let closed = 0
    const { seen } = await followed(3, (request) => {
      if (!isStream(request)) return whole(1)
      return events(rows(2) + rows(3), (response) => response.on('close', () => closed++))
    })
    expect(seen).toEqual([['whole', 1], 2, 3])
    await expect.poll(() => closed).toBe(1)
  })

  it('closes a connection on which a reset comes', async () => {
    let closed = 0
    let wholes = 0
    await followed(3, (request) => {
      if (!isStream(request)) return whole(++wholes)
      const text = wholes === 1 ? 'event: reset\ndata: {}\n\n' : rows(3)
      return events(text, (response) => response.on('close', () => closed++))
    })
    await expect.poll(() => closed).toBe(2)
  })

  it('leaves to the caller how a call is tried again', async () => {
    let streams = 0
    const server = await serve((request) => {
      if (!isStream(request)) return whole(1)
      return ++streams < 3 ? broken : events(rows(2), () => undefined)
    })
    const omen = createOmen({ baseUrl: server.baseUrl, clock: testClock(), retry: false })
    const end = new AbortController()
    const errors: unknown[] = []
    const attempt = async <T>(call: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await call()
        } catch (error) {
          errors.push(error)
        }
      }
    }
    for await (const { isWhole } of omen.live.follow('shop', {}, { signal: end.signal, attempt }))
      if (!isWhole) end.abort()
    expect(errors).toMatchObject([{ kind: 'network' }, { kind: 'network' }])
  })
})
