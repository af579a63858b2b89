import type { Incident } from '@omen/sdk'
import { expect, it } from 'vitest'
import { endedLately } from './ended-lately.ts'

const HOUR = 3_600_000
const incident = (id: string, end: number, state = 'over') => ({ id, end, state }) as Incident

it('lists what ended in the last 24 hours, also where less or more time is shown', () => {
  const now = 200 * HOUR
  const shown = [incident('a', now - HOUR), incident('b', now - 30 * HOUR), incident('c', now, 'open')]
  const recent = [incident('a', now - HOUR), incident('d', now - 20 * HOUR), incident('e', now - 25 * HOUR)]
  const { shown: ended, earlier } = endedLately(shown, recent, now)
  expect([ended, earlier].map((list) => list.map(({ id }) => id))).toEqual([['a'], ['d']])
})
