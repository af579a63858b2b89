import { expect, it } from 'vitest'
import { type Closer, closeAll } from './close-all.ts'

it('closes in the opposite order, also after one that fails, and then throws its error', async () => {
  const closed: string[] = []
  const closers: Closer[] = [
    { part: 'the lock', close: () => closed.push('lock') },
    {
      part: 'the database',
      async close() {
        closed.push('database')
        throw new Error('the database does not stop')
      },
    },
    { part: 'the points', close: () => closed.push('points') },
  ]
  await expect(closeAll(closers)).rejects.toThrow('the database does not stop')
  expect(closed).toEqual(['points', 'database', 'lock'])
  await closeAll(closers)
  expect(closed).toHaveLength(3)
})

it('closes the others when one does not end, and names it', async () => {
  const closed: string[] = []
  const closers: Closer[] = [
    { part: 'the lock', close: () => closed.push('lock') },
    { part: 'the job queue', close: () => new Promise(() => {}), limitMs: 20 },
  ]
  await expect(closeAll(closers)).rejects.toThrow('the job queue did not close within 20 ms')
  expect(closed).toEqual(['lock'])
})
