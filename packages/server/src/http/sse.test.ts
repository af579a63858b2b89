import Fastify from 'fastify'
import { expect, test } from 'vitest'
import './fastify-types.ts'
import { type EventStream, openEventStream } from './sse.ts'

async function startStreaming() {
  const app = Fastify()
  app.decorate('openAnswers', new Set<EventStream>())
  const opened = Promise.withResolvers<EventStream>()
  app.decorateRequest('caller', null)
  app.get('/', async (request, reply) => {
    reply.header('X-Request-Id', 'r1')
    opened.resolve(openEventStream(request, reply, { authorise: async () => {} }))
    return reply
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  return { app, response, leave, stream: await opened.promise }
}

test('events arrive in the format of the standard, with the headers of the answer', async () => {
  const { app, response, stream } = await startStreaming()
  stream.send('progress', { done: 1, note: 'two\nlines' }, '7')
  stream.send('done', {})
  stream.end()
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-request-id')).toBe('r1')
  expect(await response.text()).toBe(
    'id: 7\nevent: progress\ndata: {"done":1,"note":"two\\nlines"}\n\nevent: done\ndata: {}\n\n',
  )
  await app.close()
})

test('a reader that leaves closes the stream, and what is sent then goes nowhere', async () => {
  const { app, leave, stream } = await startStreaming()
  expect(app.openAnswers.size).toBe(1)
  leave.abort()
  await expect.poll(() => stream.closed.aborted).toBe(true)
  expect(app.openAnswers.size).toBe(0)
  stream.send('late', {})
  await app.close()
})
