import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, models, processorUse } from '../../schema/index.ts'
import type { TrainingParameters } from '../../schema/job-parameters.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'
import { instanceId } from '../instance.ts'
import { recoverJobs } from './recover.ts'
import { runJob } from './run.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('jobowner')
})
afterAll(() => server.close())

async function diedAtWork(modelName: string, attempts: number): Promise<string> {
  const filename = await storeText(owner, 'training.csv', sampleTable({ rows: 100 }))
  const { body } = await owner.postForm('upload-training', { uploadFileName: 'a.csv', filename, modelName })
  const { db } = server.ctx
  await db.update(jobs).set({ state: 'running', worker: 'dead', attempts }).where(eq(jobs.id, body.job.id))
  return body.job.id
}

async function messages(): Promise<number> {
  const found = await server.ctx.db.execute('select count(*)::int as count from graphile_worker.jobs')
  return (found as unknown as { rows: { count: number }[] }).rows[0]!.count
}

describe('recoverJobs', () => {
  it('adds no message for a job that has one, however often it starts', async () => {
    await server.ctx.queue.withdraw({ lane: 'batch', key: await diedAtWork('waiting', 1) })
    for (let start = 0; start < 50; start++) await recoverJobs(server.ctx)
    expect(await messages()).toBe(1)
  })

  it('requeues a job of this server whose end could not be written', async () => {
    const id = await diedAtWork('unwritten', 1)
    const silent = { worker: instanceId, seenAt: server.clock.now() - 31_000 }
    await server.ctx.db.update(jobs).set(silent).where(eq(jobs.id, id))
    await recoverJobs(server.ctx)
    expect((await owner.get(`jobs/${id}`)).body.job.state).toBe('queued')
  })

  it('requeues a job whose server died', async () => {
    const id = await diedAtWork('again', 1)
    await recoverJobs(server.ctx)
    expect((await owner.get(`jobs/${id}`)).body.job.state).toBe('queued')
  })

  it('charges the run of a dead server once, from its claim to its last heartbeat', async () => {
    const id = await diedAtWork('charged', 1)
    const { db } = server.ctx
    await recoverJobs(server.ctx)
    const used = async () => (await db.select().from(processorUse))[0]?.usedMs ?? 0
    const before = await used()
    await db
      .update(jobs)
      .set({ state: 'running', worker: 'dead', claimedAt: 1000, seenAt: 8000 })
      .where(eq(jobs.id, id))
    await recoverJobs(server.ctx)
    await recoverJobs(server.ctx)
    expect((await used()) - before).toBe(7000)
  })

  it('fails a job during which five servers died, and leaves no model of it', async () => {
    const id = await diedAtWork('deadly', 5)
    await recoverJobs(server.ctx)
    expect((await owner.get(`jobs/${id}`)).body.job).toMatchObject({ state: 'failed', error: { code: 'INTERNAL' } })
    expect(await server.ctx.db.select().from(models).where(eq(models.modelName, 'deadly'))).toEqual([])
  })
})

describe('runJob', () => {
  it('changes nothing when it fails after another server took the job over', async () => {
    const id = await diedAtWork('elsewhere', 2)
    const { db } = server.ctx
    const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
    const parameters = { ...(job!.parameters as TrainingParameters), filename: 'f_missing0' }
    await runJob(server.ctx, { ...job!, worker: instanceId, attempts: 1, parameters })
    expect((await owner.get(`jobs/${id}`)).body.job).toMatchObject({ state: 'running', attempts: 2 })
    expect(await db.select().from(models).where(eq(models.modelName, 'elsewhere'))).toHaveLength(2)
  })
})
