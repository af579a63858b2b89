import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobQueue } from './job-queue.ts'

/** What every job queue does. `open` gives a new queue on the same database each time. */
export function jobQueueContract(name: string, open: () => Promise<JobQueue>, release: () => Promise<void>): void {
  describe(`${name} as a job queue`, () => {
    let queue: JobQueue
    beforeEach(async () => {
      queue = await open()
    }, 60_000)
    afterEach(async () => {
      await queue.stop(1000)
      await release()
    })

    it('hands a job out soon, once', async () => {
      const seen: string[] = []
      await queue.start(async (jobId) => void seen.push(jobId))
      await queue.send('job-1')
      await expect.poll(() => seen, { timeout: 4000, interval: 10 }).toEqual(['job-1'])
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(seen).toEqual(['job-1'])
    })

    it('keeps jobs that were sent before anybody worked', async () => {
      await queue.send('early')
      await queue.stop(0)
      queue = await open()
      const seen: string[] = []
      await queue.start(async (jobId) => void seen.push(jobId))
      await expect.poll(() => seen, { timeout: 5000 }).toEqual(['early'])
    })

    it('hands a job out again whose run was rejected', async () => {
      let runs = 0
      await queue.start(async () => {
        runs++
        if (runs === 1) throw new Error('the first time fails')
      })
      await queue.send('again')
      await expect.poll(() => runs, { timeout: 20_000, interval: 100 }).toBe(2)
    }, 25_000)

    it('waits for running work when it stops', async () => {
      let isDone = false
      let begun: () => void
      const started = new Promise<void>((resolve) => (begun = resolve))
      await queue.start(async () => {
        begun()
        await new Promise((resolve) => setTimeout(resolve, 300))
        isDone = true
      })
      await queue.send('slow')
      await started
      await queue.stop(5000)
      expect(isDone).toBe(true)
    })

    it('tells those who wait of a change, and lets them go when there is none', async () => {
      const change = queue.nextChange('job-1', 60_000)
      queue.announce('job-2')
      queue.announce('job-1')
      await change
      const began = performance.now()
      await queue.nextChange('job-1', 50)
      expect(performance.now() - began).toBeGreaterThan(40)
    })
  })
}
