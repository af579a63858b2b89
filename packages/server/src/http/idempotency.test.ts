import { afterAll, beforeAll, expect, test } from 'vitest'
import { idempotentAnswers } from '../schema/index.ts'
import { sampleTable } from '../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { storeText } from '../testing/uploads.ts'
import { answerOnce } from './idempotency.ts'
import { specEntries } from './spec.ts'

let server: TestServer
let accountId: string
beforeAll(async () => {
  server = await startTestServer()
  const { rows } = (await server.ctx.db.execute('select id from accounts')) as unknown as { rows: { id: string }[] }
  accountId = rows[0]!.id
})
afterAll(() => server.close())

const entry = specEntries.find(({ id }) => id === 'uploadTraining')!

type Work = Parameters<typeof answerOnce>[1]

/** A request as the binding hands it on, around work that counts itself. */
function request(key: string, body: object, run: () => Promise<object>, caller = accountId) {
  const seen = { status: 0, replayed: false }
  const reply = {
    statusCode: 202,
    code: (status: number) => {
      seen.status = status
      return reply
    },
    header: () => {
      seen.replayed = true
      return reply
    },
  }
  const input = {
    header: { 'Idempotency-Key': key },
    body,
    request: { caller: { accountId: caller }, url: '/upload-training' },
    reply,
  }
  return { seen, answer: () => answerOnce(server.ctx, { entry, input, handle: run } as unknown as Work) }
}

test('the same key gets the same answer, and the work is done once', async () => {
  let done = 0
  const run = async () => ({ job: { id: `job-${++done}` } })
  const first = request('same', { modelName: 'a' }, run)
  const second = request('same', { modelName: 'a' }, run)
  expect(await first.answer()).toEqual({ job: { id: 'job-1' } })
  expect(await second.answer()).toEqual({ job: { id: 'job-1' } })
  expect(second.seen).toEqual({ status: 202, replayed: true })
  expect(done).toBe(1)
})

test('the same key with another request is refused', async () => {
  await request('mixed', { modelName: 'a' }, async () => ({})).answer()
  await expect(request('mixed', { modelName: 'b' }, async () => ({})).answer()).rejects.toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH',
  })
})

test('keys of two accounts are two keys', async () => {
  await server.signUp('another1')
  const { rows } = (await server.ctx.db.execute("select id from accounts where user_name = 'another1'")) as unknown as {
    rows: { id: string }[]
  }
  await request('shared', {}, async () => ({ job: 1 })).answer()
  expect(await request('shared', {}, async () => ({ job: 2 }), rows[0]!.id).answer()).toEqual({ job: 2 })
})

test('a failure frees the key', async () => {
  const failing = request('failing', {}, () => Promise.reject(new Error('no')))
  await expect(failing.answer()).rejects.toThrow('no')
  expect(await request('failing', {}, async () => ({ ok: 1 })).answer()).toEqual({ ok: 1 })
})

test('a key expires after a day', async () => {
  await request('daily', {}, async () => ({ day: 1 })).answer()
  server.clock.advance(24 * 3_600_000 + 1)
  expect(await request('daily', {}, async () => ({ day: 2 })).answer()).toEqual({ day: 2 })
})

test('what is kept cannot be read without the key', async () => {
  await request('sealed', {}, async () => ({ secret: 'omen_visible' })).answer()
  const rows = JSON.stringify(await server.ctx.db.select().from(idempotentAnswers))
  expect(rows).not.toContain('omen_visible')
  expect(rows).not.toContain('"sealed"')
})

test('while the first is in progress, the second is asked to retry', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const started = Promise.withResolvers<void>()
  const first = request('slow', {}, () => {
    started.resolve()
    return promise
  }).answer()
  await started.promise
  await expect(request('slow', {}, async () => ({})).answer()).rejects.toMatchObject({
    code: 'CONFLICT',
    retryAfterMs: 1000,
  })
  resolve({ first: true })
  expect(await first).toEqual({ first: true })
})

test('a request that was given up as dead, and fails after all, leaves the key to the one that took over', async () => {
  const dead = Promise.withResolvers<object>()
  const started = Promise.withResolvers<void>()
  const first = request('given up', {}, () => {
    started.resolve()
    return dead.promise
  }).answer()
  await started.promise
  server.clock.advance(11 * 60_000)
  expect(await request('given up', {}, async () => ({ done: 1 })).answer()).toEqual({ done: 1 })
  dead.reject(new Error('too late'))
  await expect(first).rejects.toThrow('too late')
  expect(await request('given up', {}, async () => ({ done: 2 })).answer()).toEqual({ done: 1 })
})

test('a job whose request was never answered is the answer to the next one, for a day', async () => {
  let admin = await server.admin()
  const filename = await storeText(admin, 'training.csv', sampleTable({ rows: 400 }))
  const post = (modelName: string) => {
    const form = { uploadFileName: 'training.csv', filename, modelName }
    return admin.postForm('upload-training', form, { 'Idempotency-Key': 'crashed' })
  }
  const train = async () => (await post('once')).body.job.id
  const made = await train()
  // As a server does that starts after a crash.
  const forgetAnswers = () => server.ctx.db.delete(idempotentAnswers)
  await forgetAnswers()
  expect((await post('another')).body.code).toBe('IDEMPOTENCY_MISMATCH')
  expect(await train()).toBe(made)
  await forgetAnswers()
  server.clock.advance(24 * 3_600_000 + 1)
  admin = await server.admin()
  expect(await train()).not.toBe(made)
})
