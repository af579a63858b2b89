import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../schema/index.ts'
import { openJobStream, writeRunningJob } from '../../testing/job-stream.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, train, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { workers: 1 } })
  owner = await server.signUp('jobowner')
  other = await server.signUp('stranger')
})
afterAll(() => server.close())

const small = sampleTable({ rows: 200 })
const large = sampleTable({ rows: 6000, nodes: 12 })

async function startTraining(modelName: string, table: string): Promise<string> {
  const filename = await storeText(owner, 'training.csv', table)
  const { body } = await owner.postForm('upload-training', { uploadFileName: 'training.csv', filename, modelName })
  return body.job.id
}

/** The events of a stream until it ends. */
async function readEvents(path: string): Promise<{ state: string; progress: { done: number } }[]> {
  const response = await fetch(new URL(path, server.api), {
    headers: { ...owner.headers(), Accept: 'text/event-stream' },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const text = await response.text()
  return [...text.matchAll(/^event: job\ndata: (.*)$/gm)].map((match) => JSON.parse(match[1]!))
}

describe('GET jobs/{id}/events', () => {
  it('sends the states of a job in order and ends with it', async () => {
    const events = await readEvents(`jobs/${await startTraining('followed', small)}/events`)
    expect(events.at(-1)).toMatchObject({ state: 'done' })
    const order = ['queued', 'running', 'done']
    const places = events.map((event) => order.indexOf(event.state))
    expect(places).toEqual([...places].sort())
  })

  it('sends a job that has ended once', async () => {
    const { body } = await train(owner, 'ended', small)
    expect(await readEvents(`jobs/${body.job.id}/events`)).toHaveLength(1)
  })
})

describe('GET jobs/{id}/events while the database is away', () => {
  it('ends the stream, so that its reader asks again', async () => {
    const { db, jobChanges } = server.ctx
    const id = await writeRunningJob(server, 'jobowner')
    const stream = await openJobStream(server.api, owner, id)
    await db.execute('alter table jobs rename to jobs_away')
    try {
      jobChanges.announce(id)
      await expect.poll(stream.hasEnded, { timeout: 10_000 }).toBe(true)
    } finally {
      await db.execute('alter table jobs_away rename to jobs')
    }
  })
})

describe('POST jobs/{id}/cancel', () => {
  it('stops a running job and leaves no model', async () => {
    const id = await startTraining('cancelled', large)
    await expect
      .poll(async () => (await owner.get(`jobs/${id}`)).body.job.state, { timeout: 10_000, interval: 20 })
      .toBe('running')
    const { status, body } = await owner.post(`jobs/${id}/cancel`)
    expect([status, body.job.state]).toEqual([200, 'cancelled'])
    expect((await owner.get('models?q=cancelled')).body.models).toEqual([])
    const after = await train(owner, 'afterwards', small)
    expect(after.body.job.state).toBe('done')
  })

  it('takes a waiting job out before it begins', async () => {
    const running = await startTraining('first', large)
    const waitingJob = await startTraining('second', small)
    const { body } = await owner.post(`jobs/${waitingJob}/cancel`)
    expect([body.job.state, body.job.attempts]).toEqual(['cancelled', 0])
    await owner.post(`jobs/${running}/cancel`)
  })

  it('refuses a job that has ended, and somebody else’s', async () => {
    const { body } = await train(owner, 'over', small)
    expect((await owner.post(`jobs/${body.job.id}/cancel`)).body.code).toBe('JOB_FINISHED')
    expect((await other.post(`jobs/${body.job.id}/cancel`)).body.code).toBe('NOT_FOUND')
    expect((await other.get(`jobs/${body.job.id}`)).body.code).toBe('NOT_FOUND')
    expect((await other.get(`jobs/${body.job.id}/events`)).body.code).toBe('NOT_FOUND')
  })
})

describe('GET jobs', () => {
  it('lists the own jobs by state, newest first', async () => {
    const { jobs, page } = (await owner.get('jobs?state=cancelled')).body
    expect(page.total).toBe(jobs.length)
    expect(new Set(jobs.map((job: { state: string }) => job.state))).toEqual(new Set(['cancelled']))
    expect((await other.get('jobs')).body.jobs).toEqual([])
  })
})

describe('a job', () => {
  it('keeps its file from being deleted while it runs', async () => {
    const id = await startTraining('holding', large)
    const { filename } = (await owner.get('files?pageSize=1')).body.files[0]
    const refused = await owner.delete(`files/${filename}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'FILE_IN_USE'])
    await owner.post(`jobs/${id}/cancel`)
    expect((await owner.delete(`files/${filename}`)).status).toBe(200)
  })

  it('is waited for no longer than asked', async () => {
    const { db } = server.ctx
    const [known] = await db
      .select()
      .from(jobs)
      .where(eq(jobs.id, await startTraining('slow', small)))
    // A copy that no message is about: nothing ever works on it.
    await db.insert(jobs).values({ ...known!, id: 'never-runs', state: 'running', seenAt: Number.MAX_SAFE_INTEGER })
    const { body } = await owner.get('jobs/never-runs', { Prefer: 'wait=1' })
    expect(body.job.state).toBe('running')
    await db.delete(jobs).where(eq(jobs.id, 'never-runs'))
  })

  it('is waited for until it ends where that is sooner', async () => {
    const { body } = await owner.get(`jobs/${await startTraining('waited', small)}`, WAITING)
    expect(body.job.state).toBe('done')
  })
})
