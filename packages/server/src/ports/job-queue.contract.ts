import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import type { JobQueue, Lane, LaneWork } from './job-queue.ts'

export interface QueueUnderTest {
  readonly db: Database
  /** Another queue on the same database, as a server that starts opens it. */
  open(): Promise<JobQueue>
  /** Messages that the queue keeps, waiting or held. */
  countMessages(): Promise<number>
  /** Ends every connection to the database, as its restart does. */
  breakConnections(): Promise<void>
  release(): Promise<void>
}

const idle: LaneWork = { concurrency: 1, run: async () => {} }
const batch = (concurrency: number, run: LaneWork['run']): Record<Lane, LaneWork> => ({
  batch: { concurrency, run },
  live: idle,
  upkeep: idle,
})
const message = (key: string) => ({ lane: 'batch', key }) as const

/** The contract of a job queue. */
export function jobQueueContract(name: string, prepare: () => Promise<QueueUnderTest>): void {
  describe(`${name} as a job queue`, () => {
    let under: QueueUnderTest
    let queue: JobQueue
    beforeEach(async () => {
      under = await prepare()
      queue = await under.open()
    })
    afterEach(async () => {
      await queue.stop(1000)
      await under.release()
    })

    it('delivers a message once', async () => {
      const seen: string[] = []
      await queue.start(batch(2, async (key) => void seen.push(key)))
      await queue.send([message('job-1')])
      await expect.poll(under.countMessages).toBe(0)
      expect(seen).toEqual(['job-1'])
    })

    it('is woken by every message: twenty, one after the other, come before one that is due in twenty seconds', async () => {
      const seen: string[] = []
      let arrived = Promise.withResolvers<void>()
      await queue.start(
        batch(1, async (key) => {
          seen.push(key)
          arrived.resolve()
        }),
      )
      await queue.send([{ ...message('later'), at: Date.now() + 20_000 }])
      const sent = Array.from({ length: 20 }, (_, k) => `now-${k}`)
      for (const key of sent) {
        arrived = Promise.withResolvers()
        await queue.send([message(key)])
        await arrived.promise
      }
      expect(seen).toEqual(sent)
    })

    it('delivers a message at its time', async () => {
      const seen: string[] = []
      await queue.start(batch(1, async (key) => void seen.push(key)))
      await queue.send([{ ...message('later'), at: Date.now() + 300 }, message('now')])
      await expect.poll(() => seen).toEqual(['now', 'later'])
    })

    it('starts what was added while all were busy right after, in the order of sending', async () => {
      const seen: string[] = []
      const gate = Promise.withResolvers<void>()
      await queue.start(
        batch(1, async (key) => {
          seen.push(key)
          if (key === 'first') await gate.promise
        }),
      )
      await queue.send([message('first')])
      await expect.poll(() => seen).toEqual(['first'])
      await queue.send([{ ...message('later'), at: Date.now() + 20_000 }])
      const added = Array.from({ length: 20 }, (_, k) => `added-${k}`)
      for (const key of added) await queue.send([message(key)])
      gate.resolve()
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual(['first', ...added])
    })

    it('keeps one message a key through fifty restarts', async () => {
      const keys = Array.from({ length: 20 }, (_, k) => `job-${k}`)
      for (let restart = 0; restart < 50; restart++) {
        await queue.send(keys.map(message))
        expect(await under.countMessages()).toBe(20)
        await queue.stop(0)
        queue = await under.open()
      }
      const seen: string[] = []
      await queue.start(batch(1, async (key) => void seen.push(key)))
      await expect.poll(under.countMessages).toBe(0)
      expect(seen.sort()).toEqual(keys.sort())
    })

    it('delivers messages again that were held when it stopped without waiting', async () => {
      const held = Promise.withResolvers<void>()
      await queue.start(batch(1, () => held.promise))
      await queue.send([message('held')])
      await expect.poll(under.countMessages).toBe(1)
      await queue.stop(0)
      held.resolve()
      queue = await under.open()
      await queue.send([message('held')])
      const seen: string[] = []
      await queue.start(batch(1, async (key) => void seen.push(key)))
      await expect.poll(() => seen).toEqual(['held'])
    })

    it('sends with the transaction, and not without it', async () => {
      const refused = under.db.transaction(async (tx) => {
        await queue.send([message('refused')], tx)
        throw new Error('rolled back')
      })
      await expect(refused).rejects.toThrow('rolled back')
      expect(await under.countMessages()).toBe(0)
      await under.db.transaction((tx) => queue.send([message('kept')], tx))
      expect(await under.countMessages()).toBe(1)
    })

    it('withdraws a waiting message', async () => {
      await queue.send([message('cancelled'), message('kept')])
      await queue.withdraw(message('cancelled'))
      await queue.withdraw(message('unknown'))
      const seen: string[] = []
      await queue.start(batch(1, async (key) => void seen.push(key)))
      await expect.poll(under.countMessages).toBe(0)
      expect(seen).toEqual(['kept'])
    })

    it('delivers a message again whose handler rejected', async () => {
      let runs = 0
      await queue.start(
        batch(1, async () => {
          if (++runs === 1) throw new Error('the first time fails')
        }),
      )
      await queue.send([message('again')])
      await expect.poll(() => runs, { timeout: 20_000 }).toBe(2)
    })

    it('lets the live lane run while every slot of the others is taken', async () => {
      const seen: string[] = []
      const gate = Promise.withResolvers<void>()
      await queue.start({
        batch: { concurrency: 1, run: () => gate.promise },
        live: { concurrency: 1, run: async (key) => void seen.push(key) },
        upkeep: { concurrency: 1, run: () => gate.promise },
      })
      await queue.send([message('training'), message('another training'), { lane: 'upkeep', key: 'scrub' }])
      await queue.send([{ lane: 'live', key: 'tick' }])
      await expect.poll(() => seen).toEqual(['tick'])
      gate.resolve()
    })

    it('notifies running work that it stops, and waits for it', async () => {
      const begun = Promise.withResolvers<void>()
      let isDone = false
      await queue.start(
        batch(1, async (_key, stopping) => {
          begun.resolve()
          await new Promise((resolve) => stopping.addEventListener('abort', resolve))
          await new Promise((resolve) => setTimeout(resolve, 100))
          isDone = true
        }),
      )
      await queue.send([message('slow')])
      await begun.promise
      await queue.stop(10_000)
      expect(isDone).toBe(true)
      queue = await under.open()
      expect(await under.countMessages()).toBe(0)
    })

    it('delivers each message to one of several processes', async () => {
      const other = await under.open()
      const seen: string[] = []
      await queue.start(batch(2, async (key) => void seen.push(key)))
      await other.start(batch(2, async (key) => void seen.push(key)))
      const keys = Array.from({ length: 40 }, (_, k) => `job-${k}`)
      for (const key of keys) await queue.send([message(key)])
      await expect.poll(under.countMessages).toBe(0)
      await other.stop(1000)
      expect(seen.sort()).toEqual(keys.sort())
    })

    it('recovers when all its connections were lost, also during a run', async () => {
      const seen: string[] = []
      const gate = Promise.withResolvers<void>()
      await queue.start(
        batch(1, async (key) => {
          seen.push(key)
          if (key === 'during') await gate.promise
        }),
      )
      await queue.send([message('during')])
      await expect.poll(() => seen).toEqual(['during'])
      await under.breakConnections()
      gate.resolve()
      await expect
        .poll(() =>
          queue.send([message('after')]).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      await expect.poll(() => seen, { timeout: 20_000 }).toContain('after')
    })
  })
}
