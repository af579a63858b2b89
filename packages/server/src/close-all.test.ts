import { expect, it } from 'vitest'
import { closeAll } from './close-all.ts'

it('closes in the opposite order, also after one that fails, and then throws its error', async () => {
  const closed: string[] = []
  const closers = [
    () => closed.push('lock'),
    async () => {
      closed.push('database')
      throw new Error('the database does not stop')
    },
    () => closed.push('points'),
  ]
  await expect(closeAll(closers)).rejects.toThrow('the database does not stop')
  expect(closed).toEqual(['points', 'database', 'lock'])
  await closeAll(closers)
  expect(closed).toHaveLength(3)
})
