import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs, models, modelVersions, weights } from '../../schema/index.ts'
import type { JobResult } from '../../schema/wire-types.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'
import type { Context } from '../context.ts'
import type { TrainingParameters } from '../jobs/index.ts'
import { runTraining } from './run-training.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('trainer')
})
afterAll(() => server.close())

/** The id of a job that waits to train the next version. */
async function request(modelName: string): Promise<string> {
  const filename = await storeText(owner, 'training.csv', sampleTable({ rows: 100 }))
  const form = { uploadFileName: 'training.csv', filename, modelName, modelType: 'Holistic' }
  return (await owner.postForm('upload-training', form)).body.job.id
}

async function run(jobId: string, ctx: Context = server.ctx): Promise<JobResult> {
  const [job] = await ctx.db.select().from(jobs).where(eq(jobs.id, jobId))
  const parameters = job!.parameters as TrainingParameters
  return runTraining(ctx, { ...job!, parameters }, { signal: new AbortController().signal, report: () => {} })
}

/** A server on which something happens while a model is trained. */
function meanwhile(happen: () => Promise<unknown>): Context {
  const { compute } = server.ctx
  const train: typeof compute.train = async (task, options) => {
    const outcome = await compute.train(task, options)
    await happen()
    return outcome
  }
  return { ...server.ctx, compute: { ...compute, train } }
}

async function liveVersion(modelName: string): Promise<number | null> {
  const [model] = await server.ctx.db.select().from(models).where(eq(models.modelName, modelName))
  return model!.liveVersion
}

async function storedWeights(): Promise<{ blobs: number; rows: number }> {
  let blobs = 0
  for await (const { kind } of server.ctx.files.list()) if (kind === 'blob') blobs++
  return { blobs, rows: await server.ctx.db.$count(weights) }
}

it('keeps a newer version live when an older training ends later', async () => {
  const [older, newer] = [await request('late'), await request('late')]
  expect((await run(newer)).versions).toMatchObject([{ version: 2, live: true }])
  expect((await run(older)).versions).toMatchObject([{ version: 1, live: false }])
  expect(await liveVersion('late')).toBe(2)
  expect((await run(older)).versions).toMatchObject([{ version: 1, live: false }])
})

it('keeps the version live that the owner reverted to, unless a newer one than all others is trained', async () => {
  const [first, second, third] = [await request('reverted'), await request('reverted'), await request('reverted')]
  await run(first)
  await run(third)
  await owner.postForm('upload-update', { operation: 'revert', modelName: 'reverted' })
  await run(second)
  expect(await liveVersion('reverted')).toBe(1)
  await run(await request('reverted'))
  expect(await liveVersion('reverted')).toBe(4)
})

it('keeps the weights of a version that another run of its job made ready', async () => {
  const jobId = await request('takenover')
  const before = await storedWeights()
  const handle = async () =>
    (await server.ctx.db.select().from(modelVersions).where(eq(modelVersions.jobId, jobId)))[0]!.weightsHandle
  let kept: string | null = null
  const silent = meanwhile(async () => {
    await run(jobId)
    kept = await handle()
  })
  expect((await run(jobId, silent)).versions).toMatchObject([{ version: 1, live: true }])
  expect(kept).not.toBeNull()
  expect(await handle()).toBe(kept)
  expect(await storedWeights()).toEqual({ blobs: before.blobs + 1, rows: before.rows + 1 })
})

it('leaves no weights of a model that was deleted while it was trained', async () => {
  const jobId = await request('deleted')
  const before = await storedWeights()
  const deleting = meanwhile(() => owner.postForm('upload-update', { operation: 'delete', modelName: 'deleted' }))
  await expect(run(jobId, deleting)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await storedWeights()).toEqual(before)
})
