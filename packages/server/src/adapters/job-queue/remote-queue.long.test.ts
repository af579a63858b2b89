import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobQueueContract } from '../../ports/job-queue.contract.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/start-postgres.ts'
import { prepareGraphileQueue } from './queue-under-test.ts'

const bin = findPostgres()

describe.skipIf(bin === undefined)('with a PostgreSQL elsewhere', () => {
  let postgres: TestPostgres
  let count = 0
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
  })
  afterAll(() => postgres.stop())
  const prepare = async () => prepareGraphileQueue({ url: await postgres.urlOf(`queue${count++}`), folder: '' })

  jobQueueContract('graphile-worker on PostgreSQL', prepare)

  it('is made by one of several servers that start at once', async () => {
    const under = await prepare()
    const queues = await Promise.all(Array.from({ length: 4 }, under.open))
    await queues[0]!.send([{ lane: 'batch', key: 'one' }])
    expect(await under.countMessages()).toBe(1)
    for (const queue of queues) await queue.stop(0)
    await under.release()
  })

  it('recovers from a restart of PostgreSQL during which a run ended', async () => {
    const own = await startPostgres(bin!)
    const under = await prepareGraphileQueue({ url: await own.urlOf('restarted'), folder: '' })
    const queue = await under.open()
    const gate = Promise.withResolvers<void>()
    const seen: string[] = []
    const run = async (key: string): Promise<void> => {
      seen.push(key)
      if (seen.length === 1) await gate.promise
    }
    await queue.start({
      batch: { concurrency: 1, run },
      live: { concurrency: 1, run },
      upkeep: { concurrency: 1, run },
    })
    await queue.send([{ lane: 'batch', key: 'during' }])
    await expect.poll(() => seen).toEqual(['during'])
    await own.pause()
    gate.resolve()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await own.resume()
    await expect
      .poll(() =>
        queue.send([{ lane: 'batch', key: 'after' }]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await queue.send([{ lane: 'live', key: 'live after' }])
    await expect.poll(() => seen, { timeout: 30_000 }).toContain('after')
    await expect.poll(() => seen, { timeout: 30_000 }).toContain('live after')
    await expect.poll(under.countMessages, { timeout: 30_000 }).toBe(0)
    await queue.stop(1000)
    await under.release()
    await own.stop()
  })
})
