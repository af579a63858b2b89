import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openSocket } from '../testing/raw-request.ts'
import './fastify-types.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { type EventStream, openEventStream } from './sse.ts'

async function listen(before: (request: FastifyRequest) => Promise<void> = async () => {}) {
  const app = Fastify()
  const clock = createTestClock({ isStill: true })
  app.decorate('openAnswers', new Set<EventStream>())
  const opened = Promise.withResolvers<EventStream>()
  app.decorateRequest('caller', null)
  app.get('/', async (request, reply) => {
    reply.header('X-Request-Id', 'r1')
    await before(request)
    opened.resolve(openEventStream(request, reply, { authorise: async () => {}, clock }))
    return reply
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, clock, opened: opened.promise, url }
}

/** A reader that asks for the stream and never reads. */
async function startUnread() {
  const asked = Promise.withResolvers<Socket>()
  const { app, clock, opened, url } = await listen(async ({ socket }) => asked.resolve(socket))
  const socket = await openSocket(url)
  socket.pause().on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: omen\r\n\r\n')
  return { app, clock, socket, accepted: await asked.promise, stream: await opened }
}

function connections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

const MEGABYTE = 'x'.repeat(1_000_000)

async function startStreaming() {
  const { app, clock, opened, url } = await listen()
  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  return { app, clock, response, leave, stream: await opened }
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

test('a reader that leaves before the stream is open is not kept', async () => {
  const { app, opened, url } = await listen((request) => new Promise((resolve) => request.raw.once('close', resolve)))
  const socket = await openSocket(url)
  socket.write('GET / HTTP/1.1\r\nHost: omen\r\n\r\n')
  await expect.poll(() => connections(app)).toBe(1)
  socket.destroy()
  const stream = await opened
  expect(stream.closed.aborted).toBe(true)
  expect(app.openAnswers.size).toBe(0)
  await app.close()
})

test('a reader that does not read is let go before much is kept for it', async () => {
  const { app, socket, stream } = await startUnread()
  let sent = 0
  for (; sent < 100 && !stream.closed.aborted; sent++) {
    stream.send('job', MEGABYTE)
    await new Promise(setImmediate)
  }
  expect(sent).toBeLessThan(100)
  expect(app.openAnswers.size).toBe(0)
  socket.destroy()
  await app.close()
})

test('a stream that ended is over for a reader that does not read', async () => {
  const { app, clock, socket, accepted, stream } = await startUnread()
  while (accepted.writableLength === 0) {
    stream.send('job', 'x'.repeat(100_000))
    await new Promise(setImmediate)
  }
  stream.end()
  expect(app.openAnswers.size).toBe(0)
  await clock.advance(1999)
  expect(await connections(app)).toBe(1)
  await clock.advance(1)
  await expect.poll(() => connections(app)).toBe(0)
  socket.destroy()
  await app.close()
})

test('a stream on which nothing happens is kept alive by comments', async () => {
  const { app, clock, response, leave } = await startStreaming()
  const reader = response.body!.getReader()
  await clock.pass(30_000)
  let text = ''
  while (text.length < 2 * ': still here\n\n'.length) text += new TextDecoder().decode((await reader.read()).value)
  expect(text).toBe(': still here\n\n: still here\n\n')
  leave.abort()
  await app.close()
})
