import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { liveStates, sources, uncountedLogs } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const WAIT = { timeout: 30_000, interval: 250 }

const data = mkdtempSync(join(tmpdir(), 'omen-uncounted-'))
let server: TestServer | undefined
afterAll(async () => {
  await server?.close()
  rmSync(data, { recursive: true, force: true })
})

it('counts lines that were stored though the server stopped before it was notified of them, and those of a long stop', {
  timeout: 120_000,
}, async () => {
  server = await startTestServer({ data })
  const owner = await server.signUp('owner001')
  const add = { projectName: 'kept-logs', samplingInterval: 1 / 60 }
  const bearer = (await owner.post('add-log-project', add)).body.secret
  const now = Math.floor(server.clock.now() / SECOND) * SECOND
  const send = async (began: number, rows: number) => {
    const lines = Array.from({ length: rows }, (_, row) => ({
      time: began + row * SECOND,
      line: `tick ${row} of the clock`,
    }))
    const { status } = await createTestClient(server!.api, { bearer }).post('ingest/logs', { lines })
    expect(status).toBe(200)
  }
  const counts = async () => {
    const query = `logAnalysis?projectName=kept-logs&from=${now - 30 * HOUR}&to=${now + 30 * HOUR}`
    const client = await server!.signIn('owner001')
    return (await client.get(query)).body.templates.map(({ count }: { count: number }) => count)
  }
  const restart = async (laterMs = 0) => {
    await server!.close()
    server = await startTestServer({ data })
    server.clock.advance(now + laterMs - server.clock.now())
  }
  const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'kept-logs'))
  const uncounted = () => server!.ctx.db.$count(uncountedLogs, eq(uncountedLogs.sourceId, source!.id))

  await send(now - 200 * SECOND, 100)
  await expect.poll(counts, WAIT).toEqual([100])
  await expect.poll(() => server!.ctx.db.$count(liveStates), WAIT).toBeGreaterThan(0)

  // Notifications end with the process
  Object.assign(server.ctx.arrivals, { mark: () => {} })
  await send(now - 26 * HOUR, 30)
  await send(now - 150 * SECOND + 1, 7)
  await restart()
  await expect.poll(counts, WAIT).toEqual([137])
  await expect.poll(uncounted, WAIT).toBe(0)

  // More than detection goes back
  Object.assign(server!.ctx.arrivals, { mark: () => {} })
  await send(now + 10 * SECOND, 5)
  await restart(2 * HOUR)
  await expect.poll(counts, WAIT).toEqual([142])
  await expect.poll(uncounted, WAIT).toBe(0)
})
