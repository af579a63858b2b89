import type { Incident } from '@omen/sdk'
import { expect, it } from 'vitest'
import { endedLately } from './ended-lately.ts'

const hour = 3_600_000
const incident = (id: string, end: number, state = 'over') => ({ id, end, state }) as Incident

it('lists what ended in the last 24 hours, also where less or more time is shown', () => {
  const now = 200 * hour
  const shown = [incident('a', now - hour), incident('b', now - 30 * hour), incident('c', now, 'open')]
  const recent = [incident('a', now - hour), incident('d', now - 20 * hour), incident('e', now - 25 * hour)]
  const { shown: ended, earlier } = endedLately(shown, recent, now)
  expect([ended, earlier].map((list) => list.map(({ id }) => id))).toEqual([['a'], ['d']])
})
