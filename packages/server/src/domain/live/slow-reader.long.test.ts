import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sources } from '../../schema/index.ts'
import { openSocket } from '../../testing/raw-request.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const SECOND = 1000
/** With long names, so that a few events fill what the system holds for a connection. */
const series = Array.from({ length: 200 }, (_, index) => `${'long_name_'.repeat(30)}${index}`)
const ANNOUNCEMENTS = 60

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('sends fewer events to a reader that stops reading, keeps it, and gives it the newest when it reads on', {
  timeout: 120_000,
}, async () => {
  const owner = await server.signUp('owner001')
  const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 / 60 })).body
  const sender = createTestClient(server.api, { bearer: secret })
  const send = (value: number) =>
    sender.post('ingest/points', {
      points: series.map((metric) => ({
        metric,
        instance: 'node1',
        value,
        time: Math.floor(server.clock.now() / SECOND) * SECOND,
      })),
    })
  await send(1)
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'shop'))

  const socket = await openSocket(server.url)
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  const lines = ['GET /api/v1/liveAnalysis?projectName=shop HTTP/1.1', `Host: ${new URL(server.url).host}`]
  socket.pause()
  socket.write(`${[...lines, 'Accept: text/event-stream', `Cookie: ${owner.cookie}`].join('\r\n')}\r\n\r\n`)
  for (let count = 0; count < ANNOUNCEMENTS; count++) {
    server.ctx.liveChanges.announce(source!.id)
    await pause(50)
  }
  expect(isClosed).toBe(false)

  await send(7654321.25)
  let text = ''
  let events = 0
  const newest = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      events += chunk.toString().split('event: rows').length - 1
      if (text.includes('7654321.25')) resolve()
      text = text.slice(-20)
    })
  })
  socket.resume()
  // A reader that reads on gets what comes; the machine may be busy.
  const announcing = setInterval(() => server.ctx.liveChanges.announce(source!.id), SECOND)
  await newest
  clearInterval(announcing)
  expect(isClosed).toBe(false)
  expect(events).toBeLessThan(ANNOUNCEMENTS)
  socket.destroy()
})
