import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import type { OpenAnswer } from './open-answers.ts'
import { addStop } from './stop.ts'

/** Larger than what two sockets hold, so that the answer ends when the client has read it. */
const large = Buffer.alloc(32 << 20)

async function startApp(): Promise<{ app: FastifyInstance; open(): Promise<Socket> }> {
  const hour = 3_600_000
  const app = Fastify({
    forceCloseConnections: 'idle',
    keepAliveTimeout: hour,
    http: { headersTimeout: hour, requestTimeout: hour },
  })
  app.decorate('openAnswers', new Set<OpenAnswer>())
  addStop(app)
  app.get('/large', async () => large)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const arrived = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await arrived
    return socket
  }
  return { app, open }
}

it('does not wait for a connection on which nothing was ever sent', async () => {
  const { app, open } = await startApp()
  await open()
  await app.close()
})

it('closes a connection whose answer began before the stop, once it has been read', async () => {
  const { app, open } = await startApp()
  const socket = await open()
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'readable')
  const closed = app.close()
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  await closed
  await once(socket, 'close')
  expect(received).toBeGreaterThan(large.length)
})
