import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { datasets, jobs, logFiles } from '../../schema/index.ts'
import type { LogAnalysis } from '../../schema/wire-types.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, WAITING } from '../../testing/uploads.ts'
import { sweepDatasets } from '../files/index.ts'
import { recoverJobs } from '../job-runs/index.ts'

const data = mkdtempSync(join(tmpdir(), 'omen-log-restart-'))
let server: TestServer | undefined
afterAll(async () => {
  await server?.close()
  rmSync(data, { recursive: true, force: true })
})

const START = Date.UTC(2026, 2, 2, 8)
const LINES = 200_000
const KINDS = ['order <*> received', 'order <*> priced in <*> ms', 'cache missed key<*>', 'user<*> signed in']
/** Every kind a quarter of the lines, each with numbers of its own. */
const log = Array.from({ length: LINES }, (_, n) => {
  const text = KINDS[n % KINDS.length]!.replaceAll('<*>', () => String(1000 + n))
  return `${new Date(START + n * 10).toISOString()} INFO shop: ${text}\n`
}).join('')

const ended = async (client: TestClient, id: string) => {
  for (;;) {
    const { job } = (await client.get(`jobs/${id}`, WAITING)).body
    if (!['queued', 'running'].includes(job.state)) return job
  }
}

/** What the file has, as it is counted and as it is found; nothing else is stored for it. */
async function contentOf({ ctx }: TestServer, client: TestClient, filename: string) {
  const found: LogAnalysis = (await client.get(`logAnalysis?filename=${filename}`)).body
  const last = (await client.get(`logAnalysis/lines?filename=${filename}&q=user${1000 + LINES - 1}`)).body
  await sweepDatasets(ctx)
  const [row] = await ctx.db.select().from(logFiles).where(eq(logFiles.fileId, filename))
  const kept = await ctx.db.select({ id: datasets.id, state: datasets.state }).from(datasets)
  expect(kept).toEqual([{ id: row!.datasetId, state: 'ready' }])
  const counts = found.templates.map(({ text, count }) => [text, count])
  return { lines: found.lines, counts, last: last.lines.length, storedBytes: row!.storedBytes }
}

it('reads a log once though its server is killed while it stores the lines, and once more after it has ended', {
  timeout: 600_000,
}, async () => {
  const dying = await startServerProcess(data)
  const first = await dying.admin()
  const filename = await storeText(first, 'shop.log', log)
  const read = async () => (await first.post('logAnalysis', { filename, again: true })).body.job
  let job = await read()
  for (let isStoring = false; !isStoring; await pause(20)) {
    const { state, progress } = (await first.get(`jobs/${job.id}`)).body.job
    isStoring = state === 'running' && progress.done > progress.total / 2
    // A fast machine may be through before anybody has looked
    if (state === 'done') job = await read()
  }
  await dying.kill()

  server = await startTestServer({ data })
  const { ctx } = server
  const admin = await server.admin()
  expect(await ended(admin, job.id)).toMatchObject({ state: 'done', attempts: 2, result: { logs: { lines: LINES } } })
  const content = await contentOf(server, admin, filename)
  expect(content.lines).toBe(LINES)
  expect(content.counts).toHaveLength(KINDS.length)
  for (const [, count] of content.counts) expect(count).toBe(LINES / KINDS.length)
  expect(content.last).toBe(1)

  // A server that died when the lines were kept and the end of the job was not written
  await ctx.db.update(jobs).set({ state: 'running', worker: 'dead', attempts: 2 }).where(eq(jobs.id, job.id))
  await recoverJobs(ctx)
  expect(await ended(admin, job.id)).toMatchObject({ state: 'done', attempts: 3 })
  expect(await contentOf(server, admin, filename)).toEqual(content)
})
