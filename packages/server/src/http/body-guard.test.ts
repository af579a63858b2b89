import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '../schema/index.ts'
import { openSocket, readAnswer } from '../testing/raw-request.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestClient } from '../testing/test-client.ts'
import { sendFile } from '../testing/uploads.ts'

let server: TestServer
let script: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { headerSeconds: 1, bodySeconds: 1, minUploadRate: 2000 } })
  script = await server.withToken(await server.admin(), ['upload'])
})
afterAll(() => server.close())

const LOGIN = 'POST /api/v1/login-check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

function uploadHead(length: number, authorization = script.headers().Authorization): string {
  const headers = ['Host: localhost', 'Content-Type: text/csv', 'X-File-Name: slow.csv', `Content-Length: ${length}`]
  return ['POST /api/v1/files HTTP/1.1', ...headers, `Authorization: ${authorization}`, '', ''].join('\r\n')
}

/** Sends the text bit by bit until it is through or the connection is closed. */
function trickle(socket: Socket, text: string, bytes: number, everyMs: number): void {
  let sent = 0
  const timer = setInterval(() => {
    if (sent >= text.length || socket.destroyed) return clearInterval(timer)
    socket.write(text.slice(sent, sent + bytes))
    sent += bytes
  }, everyMs)
  socket.on('error', () => clearInterval(timer))
}

test('50 logins whose bodies arrive byte by byte are all refused and closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(server.url)))
  const answers = sockets.map((socket) => {
    socket.write(`${LOGIN}Content-Length: 1000\r\n\r\n{`)
    trickle(socket, ' '.repeat(900), 1, 100)
    return readAnswer(socket)
  })
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } })
})

test('headers that do not arrive, and a connection that says nothing, are closed', async () => {
  const [partial, silent] = [await openSocket(server.url), await openSocket(server.url)]
  partial.write('GET /api/v1/version HTTP/1.1\r\nHost: local')
  expect(await readAnswer(partial)).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } })
  expect(await readAnswer(silent)).toMatchObject({ status: 408 })
})

test('an upload below the least rate is refused and leaves no file, one above it may take its time', async () => {
  const [slow, steady] = [await openSocket(server.url), await openSocket(server.url)]
  const text = `timestamp,a\n${'1700000000000,1\n'.repeat(1000)}`
  for (const socket of [slow, steady]) socket.write(uploadHead(text.length))
  trickle(slow, text, 20, 200)
  trickle(steady, text, 1000, 200)
  expect(await readAnswer(slow)).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } })
  expect(await readAnswer(steady)).toMatchObject({ status: 201, body: { bytes: text.length } })
  await expect.poll(() => server.ctx.db.$count(files, eq(files.state, 'receiving'))).toBe(0)
  expect(await readdir(join(server.ctx.settings.data, 'files', 'incoming'))).toEqual([])
})

test('an upload whose chunk was refused as too slow goes on where it stopped', async () => {
  const socket = await openSocket(server.url)
  const text = `timestamp,a\n${'1700000000000,1\n'.repeat(1000)}`
  const range = `Content-Range: bytes 0-${text.length - 1}/${text.length}\r\n`
  socket.write(uploadHead(text.length).replace('X-File-Name', `${range}X-File-Name`))
  socket.write(text.slice(0, 100))
  expect(await readAnswer(socket)).toMatchObject({ status: 408 })
  const [row] = await server.ctx.db.select().from(files).where(eq(files.state, 'receiving'))
  const rest = { 'X-Upload-Handle': row!.id, 'Content-Range': `bytes 100-${text.length - 1}/${text.length}` }
  const answer = async () => (await sendFile(script, 'slow.csv', text.slice(100), rest)).status
  await expect.poll(answer).toBe(201)
})

test('a refused upload whose body still trickles in is closed', async () => {
  const socket = await openSocket(server.url)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => {})
  socket.write(uploadHead(1_000_000, 'Bearer omen_wrong'))
  trickle(socket, ' '.repeat(900), 1, 100)
  await closed
  expect(text).toContain('401 Unauthorized')
})
