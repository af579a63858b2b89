import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { createArrivals } from './arrivals.ts'

it('announces at once, then what came meanwhile, and what still waits when it ends', async () => {
  const published: string[] = []
  const set = { where: async () => {} }
  const ctx = {
    db: { update: () => ({ set: () => set }) },
    clock: createTestClock({ isStill: true, startsAt: 1000 }),
    log: { warn: () => {} },
    notifications: { publish: async (_: string, message: string) => void published.push(message) },
  }
  const arrivals = createArrivals(ctx as unknown as Parameters<typeof createArrivals>[0])
  arrivals.mark('a', 10, 20)
  arrivals.mark('a', 20, 30)
  arrivals.announce('a', 5, 6)
  expect(published).toEqual(['a 10 20'])
  await arrivals.close()
  expect(published).toEqual(['a 10 20', 'a 5 30'])
})
