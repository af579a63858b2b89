import { expect, test } from 'vitest'
import type { Progress } from '../../schema/wire-types.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Context } from '../context.ts'
import { createProgressLog } from './run.ts'

const step = (done: number): Progress => ({ done, total: 3, unit: 'steps' })

test('the last progress is written after one that is still being written', async () => {
  const first = Promise.withResolvers<void>()
  const written: number[] = []
  const set = ({ progress }: { progress: Progress }) => ({
    where: () => ({
      execute: async () => {
        if (progress.done === 1) await first.promise
        written.push(progress.done)
      },
    }),
  })
  const db = { update: () => ({ set }) }
  const ctx = { db, jobChanges: { announce: () => {} }, clock: createTestClock() } as unknown as Context
  const log = createProgressLog(ctx, 'job')
  log.report(step(1))
  log.report(step(2))
  log.report(step(3))
  const settled = log.settle()
  first.resolve()
  await settled
  expect(written).toEqual([1, 3])
})
