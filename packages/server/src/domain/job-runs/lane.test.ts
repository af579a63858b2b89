import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts, accountTurns, jobs } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createJob, type JobRow } from '../jobs/index.ts'
import { claimNext } from './lane.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  const [admin] = await server.ctx.db.select().from(accounts)
  for (const id of ['ann', 'bob', 'cleo']) await server.ctx.db.insert(accounts).values({ ...admin!, id, userName: id })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.db.execute('select graphile_worker.remove_job(key) from graphile_worker.jobs')
  await server.ctx.db.delete(jobs)
  await server.ctx.db.delete(accountTurns)
})

const PARAMETERS = { kind: 'visualization', filename: 'f', uploadFileName: 'a.csv' } as const

async function add(ownerId: string, count: number): Promise<void> {
  for (let k = 0; k < count; k++) {
    await createJob(server.ctx, async () => ({ ownerId, title: `${ownerId}${k}`, parameters: PARAMETERS }))
    server.clock.advance(1)
  }
}

async function finish(job: JobRow): Promise<void> {
  await server.ctx.db.update(jobs).set({ state: 'done', worker: null }).where(eq(jobs.id, job.id))
}

/** One worker that does whatever it gets, to the end. */
async function workThrough(): Promise<string[]> {
  const titles: string[] = []
  for (let job = await claimNext(server.ctx); job; job = await claimNext(server.ctx)) {
    titles.push(job.title)
    await finish(job)
  }
  return titles
}

async function messages(): Promise<number> {
  const found = await server.ctx.db.execute('select count(*)::int as count from graphile_worker.jobs')
  return (found as unknown as { rows: { count: number }[] }).rows[0]!.count
}

describe('claimNext', () => {
  it('takes turns: an account with many jobs waits behind the one of another', async () => {
    await add('ann', 5)
    await add('bob', 1)
    await add('cleo', 2)
    expect(await workThrough()).toEqual(['ann0', 'bob0', 'cleo0', 'ann1', 'cleo1', 'ann2', 'ann3', 'ann4'])
  })

  it('gives the next slot to an account that came while another one had many waiting', async () => {
    await add('ann', 4)
    await finish((await claimNext(server.ctx))!)
    await finish((await claimNext(server.ctx))!)
    await add('bob', 1)
    expect((await claimNext(server.ctx))!.title).toBe('bob0')
  })

  it('gives a free slot to the account that has the fewest', async () => {
    await add('ann', 4)
    const first = await claimNext(server.ctx)
    await add('bob', 4)
    const others = [await claimNext(server.ctx), await claimNext(server.ctx), await claimNext(server.ctx)]
    expect([first, ...others].map((job) => job!.title)).toEqual(['ann0', 'bob0', 'ann1', 'bob1'])
  })

  it('gives every job to one of several concurrent claims', async () => {
    await add('ann', 3)
    await add('bob', 3)
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimNext(server.ctx)))
    const titles = claimed.flatMap((job) => (job ? [job.title] : []))
    expect(titles.sort()).toEqual(['ann0', 'ann1', 'ann2', 'bob0', 'bob1', 'bob2'])
  })

  it('does not claim a job before its retry time', async () => {
    await add('ann', 1)
    const soon = server.ctx.clock.now() + 60_000
    await server.ctx.db.update(jobs).set({ notBefore: soon })
    expect(await claimNext(server.ctx)).toBeUndefined()
    server.clock.advance(61_000)
    expect((await claimNext(server.ctx))!.notBefore).toBeNull()
  })

  it('withdraws the message of a claimed job, so that there is one per waiting job', async () => {
    await add('ann', 3)
    expect(await messages()).toBe(3)
    await claimNext(server.ctx)
    expect(await messages()).toBe(2)
    await workThrough()
    expect(await messages()).toBe(0)
  })

  it('keeps the first start and counts the attempts', async () => {
    await add('ann', 1)
    const first = await claimNext(server.ctx)
    await server.ctx.db.update(jobs).set({ state: 'queued' }).where(eq(jobs.id, first!.id))
    server.clock.advance(5000)
    expect(await claimNext(server.ctx)).toMatchObject({ attempts: 2, startedAt: first!.startedAt })
  })
})
