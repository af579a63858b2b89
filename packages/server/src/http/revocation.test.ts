import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetAtConsole } from '../domain/accounts/index.ts'
import { jobs } from '../schema/index.ts'
import { openJobStream, writeRunningJob } from '../testing/job-stream.ts'
import { sampleTable } from '../testing/sample-table.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../testing/test-client.ts'
import { storeText } from '../testing/uploads.ts'

const NEW_PASSWORD = 'Brand_new1'
const SOON = { timeout: 10_000 }

let server: TestServer
beforeAll(async () => {
  // Without workers: one would take back the job that a stream or a wait follows, and so end it.
  server = await startTestServer({ settings: { role: 'api' } })
})
afterAll(() => server.close())

async function newToken(owner: TestClient): Promise<{ id: string; script: TestClient }> {
  const { body } = await owner.post('tokens', { name: 'script', scopes: ['read'] })
  return { id: body.token.id, script: createTestClient(server.api, { bearer: body.secret }) }
}

async function streamOf(userName: string, reader: TestClient) {
  return openJobStream(server.api, reader, await writeRunningJob(server, userName))
}

describe('a new password', () => {
  test('by reset revokes every token of the account', async () => {
    const owner = await server.signUp('resetme1')
    const { script } = await newToken(owner)
    await server.anonymous.post('get-temp-password', { userName: 'resetme1', email: 'resetme1@example.com' })
    const { text } = await server.outbox.take('resetme1@example.com')
    const tempPassword = /^\S{16}\s*$/m.exec(text)![0].trim()
    await server.anonymous.post('reset-password', { userName: 'resetme1', tempPassword, password: NEW_PASSWORD })
    expect((await script.get('session')).status).toBe(401)
  })

  test('by the profile revokes every token and every other session', async () => {
    const owner = await server.signUp('changer1')
    const { script } = await newToken(owner)
    const elsewhere = await server.signIn('changer1')
    await owner.patch('account', { password: NEW_PASSWORD, currentPassword: TEST_PASSWORD })
    expect((await script.get('session')).status).toBe(401)
    expect((await elsewhere.get('session')).status).toBe(401)
    expect((await owner.get('session')).status).toBe(200)
  })

  test('by the console revokes every token', async () => {
    const { script } = await newToken(await server.signUp('console1'))
    await resetAtConsole(server.ctx, 'console1')
    expect((await script.get('session')).status).toBe(401)
  })

  test('makes a temporary password that was mailed before useless', async () => {
    const owner = await server.signUp('mailed01')
    await server.anonymous.post('get-temp-password', { userName: 'mailed01', email: 'mailed01@example.com' })
    const tempPassword = /^\S{16}\s*$/m.exec((await server.outbox.take('mailed01@example.com')).text)![0].trim()
    await owner.patch('account', { password: NEW_PASSWORD, currentPassword: TEST_PASSWORD })
    const answer = await server.anonymous.post('reset-password', {
      userName: 'mailed01',
      tempPassword,
      password: TEST_PASSWORD,
    })
    expect(answer.body.code).toBe('TEMP_PASSWORD_WRONG')
  })
})

describe('an open event stream', () => {
  test('ends at logout, and the stream of another session goes on', async () => {
    const owner = await server.signUp('streamer1')
    const elsewhere = await server.signIn('streamer1')
    const [stream, other] = [await streamOf('streamer1', owner), await streamOf('streamer1', elsewhere)]
    await owner.post('logout')
    await expect.poll(stream.hasEnded, SOON).toBe(true)
    expect(other.hasEnded()).toBe(false)
    other.leave()
  })

  test('ends when its token is revoked', async () => {
    const owner = await server.signUp('streamer2')
    const { id, script } = await newToken(owner)
    const stream = await streamOf('streamer2', script)
    await owner.delete(`tokens/${id}`)
    await expect.poll(stream.hasEnded, SOON).toBe(true)
  })

  test.each(['closed', 'reset'])('ends when its account is %s', async (how) => {
    const userName = `stream${how}`
    const stream = await streamOf(userName, await server.signUp(userName))
    if (how === 'closed') await (await server.admin()).patch(`accounts/${userName}`, { state: 'closed' })
    else await resetAtConsole(server.ctx, userName)
    await expect.poll(stream.hasEnded, SOON).toBe(true)
  })
})

describe('a request that waits for a job', () => {
  const jobOf = (userName: string) => writeRunningJob(server, userName)
  const wait = (client: TestClient, jobId: string) => client.get(`jobs/${jobId}`, { Prefer: 'wait=60' })
  const isWaiting = () => server.app.openAnswers.size > 0

  test('is refused when its token is revoked', async () => {
    const owner = await server.signUp('waiter01')
    const { id, script } = await newToken(owner)
    const answer = wait(script, await jobOf('waiter01'))
    await expect.poll(isWaiting, SOON).toBe(true)
    await owner.delete(`tokens/${id}`)
    expect(await answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  test('is refused at logout, and the one of another session waits on', async () => {
    const owner = await server.signUp('waiter02')
    const elsewhere = await server.signIn('waiter02')
    const jobId = await jobOf('waiter02')
    const [answer, other] = [wait(owner, jobId), wait(elsewhere, jobId)]
    await expect.poll(() => server.app.openAnswers.size, SOON).toBe(2)
    await owner.post('logout')
    expect(await answer).toMatchObject({ status: 401 })
    expect(server.app.openAnswers.size).toBe(1)
    await server.ctx.db.update(jobs).set({ state: 'done', finishedAt: 1 }).where(eq(jobs.id, jobId))
    server.ctx.jobChanges.announce(jobId)
    expect(await other).toMatchObject({ status: 200, body: { job: { state: 'done' } } })
  })

  test('that started the job keeps it under its Idempotency-Key', async () => {
    const owner = await server.signUp('waiter03')
    const filename = await storeText(owner, 'a.csv', sampleTable({ rows: 100 }))
    const form = { uploadFileName: 'a.csv', filename, modelName: 'kept' }
    const headers = { Prefer: 'wait=60', 'Idempotency-Key': 'waited' }
    const answer = owner.postForm('upload-training', form, headers)
    await expect.poll(isWaiting, SOON).toBe(true)
    await owner.post('logout')
    expect((await answer).status).toBe(401)
    const again = await (await server.signIn('waiter03')).postForm('upload-training', form, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    expect(await server.ctx.db.$count(jobs, eq(jobs.title, 'a.csv → kept'))).toBe(1)
  })
})
