import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, jobs, modelVersions } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { storeText } from '../../testing/uploads.ts'
import { ALL_SCOPES, type Caller } from '../context.ts'
import { cancelJob } from './cancel.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
})
afterAll(() => server.close())

test('a waiting job is cancelled together with its versions and its message, or not at all', async () => {
  const { ctx } = server
  const owner = await server.signUp('canceller')
  const filename = await storeText(owner, 'training.csv', sampleTable({ rows: 100 }))
  const form = { uploadFileName: 'training.csv', filename, modelName: 'kept', modelType: 'Split' }
  const { id } = (await owner.postForm('upload-training', form)).body.job
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.userName, 'canceller'))
  const caller: Caller = { ...account!, accountId: account!.id, via: 'session', scopes: ALL_SCOPES, credentialId: '' }
  const states = async () => {
    const [job] = await ctx.db.select().from(jobs).where(eq(jobs.id, id))
    const versions = await ctx.db.select().from(modelVersions).where(eq(modelVersions.jobId, id))
    return [job!.state, ...versions.map(({ state }) => state)]
  }
  const queue = { ...ctx.queue, withdraw: () => Promise.reject(new Error('the connection was lost')) }
  await expect(cancelJob({ ...ctx, queue }, caller, id)).rejects.toThrow('the connection was lost')
  expect(await states()).toEqual(['queued', 'queued'])
  await cancelJob(ctx, caller, id)
  expect(await states()).toEqual(['cancelled'])
})
