import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createTestClient } from '../test-client.ts'
import { type LoadClient, work } from './load.ts'

/** The requests that a client sent, all uploads, until its work ended. */
async function workOn(serve: RequestListener, isOver = () => false): Promise<{ sent: number; load: LoadClient }> {
  let sent = 0
  const server = createServer((request, response) => {
    sent++
    request.resume().on('end', () => serve(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const load = { name: 'a', client, things: [], random: () => 0, count: 0 }
  try {
    await work(load, isOver)
    return { sent, load }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('goes on after a 503 with Retry-After, which acknowledges nothing', async () => {
  let answers = 0
  const serve: RequestListener = (_, response) => {
    if (answers++ === 0) return response.writeHead(503, { 'Retry-After': '0' }).end()
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"filename":"f_1"}')
  }
  const { sent, load } = await workOn(serve, () => answers === 3)
  expect([sent, load.things.length]).toEqual([3, 2])
})

it.each([500, 502, 503, 507])('is thrown a %i without Retry-After', async (status) => {
  await expect(workOn((_, response) => response.writeHead(status).end('{}'))).rejects.toThrow(`${status}`)
})

it.each<[string, RequestListener]>([
  ['is refused', (request) => request.socket.resetAndDestroy()],
  [
    'is cut off within an answer',
    (request, response) =>
      response.writeHead(201, { 'Content-Length': '100' }).write('{', () => request.socket.destroy()),
  ],
])('ends when the connection %s', async (_, serve) => {
  expect((await workOn(serve)).sent).toBe(1)
})

it('is thrown an error of its own', async () => {
  const nothing: RequestListener = (_, response) =>
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('null')
  await expect(workOn(nothing)).rejects.toThrow(TypeError)
})
