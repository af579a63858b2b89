import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, models } from '../../adapters/database/schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'
import { recoverJobs } from './recover.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('jobowner')
}, 60_000)
afterAll(() => server.close())

async function diedAtWork(modelName: string, attempts: number): Promise<string> {
  const filename = await storeText(owner, 'training.csv', sampleTable({ rows: 100 }))
  const { body } = await owner.postForm('upload-training', { uploadFileName: 'a.csv', filename, modelName })
  const { db } = server.ctx
  await db.update(jobs).set({ state: 'running', worker: 'dead', attempts }).where(eq(jobs.id, body.job.id))
  return body.job.id
}

describe('recoverJobs', () => {
  it('hands a job out again whose server died', async () => {
    const id = await diedAtWork('again', 1)
    await recoverJobs(server.ctx)
    expect((await owner.get(`jobs/${id}`)).body.job.state).toBe('queued')
  })

  it('gives up a job under which five servers died, and leaves no model of it', async () => {
    const id = await diedAtWork('deadly', 5)
    await recoverJobs(server.ctx)
    expect((await owner.get(`jobs/${id}`)).body.job).toMatchObject({ state: 'failed', error: { code: 'INTERNAL' } })
    expect(await server.ctx.db.select().from(models).where(eq(models.modelName, 'deadly'))).toEqual([])
  })
})
