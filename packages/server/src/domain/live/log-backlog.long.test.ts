import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Template {
  readonly text: string
  readonly count: number
  readonly firstSeen: number
  readonly lastSeen: number
}

it.each([
  ['of the last hour, before the next row is due', 52],
  ['of days before', 3 * 24 * 60],
])('has the templates of lines that were sent after the fact: %s', async (_, minutesAgo) => {
  const owner = await server.signUp(`owner${minutesAgo}`)
  const add = { projectName: 'backlog', samplingInterval: 1 }
  const sender = createTestClient(server.api, { bearer: (await owner.post('add-log-project', add)).body.secret })
  const now = server.clock.now()
  const began = now - minutesAgo * MINUTE
  const lines = Array.from({ length: 3000 }, (_, k) => ({
    time: began + k * 1000,
    line: k % 3 === 2 ? `user u${k} opened the basket with ${k % 7} items` : `GET /item/${k} took ${k % 90} ms`,
  }))
  expect((await sender.post('ingest/logs', { lines })).body.rejected).toBe(0)

  const query = `logAnalysis?projectName=backlog&from=${began}&to=${now}`
  const templates = async () =>
    ((await owner.get(query)).body.templates as Template[]).map(({ text, count, firstSeen, lastSeen }) => [
      text,
      count,
      (firstSeen - began) / 1000,
      (lastSeen - began) / 1000,
    ])
  await expect.poll(templates, { timeout: 30_000, interval: 250 }).toEqual([
    ['GET <*> took <*> ms', 2000, 0, 2998],
    ['user u<*> opened the basket with <*> items', 1000, 2, 2999],
  ])
})
