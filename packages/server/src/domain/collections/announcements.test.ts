import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Arrivals } from '../ingest/arrivals.ts'
import { createAnnouncements } from './announcements.ts'

function opened(waitMs?: number) {
  const announced: unknown[] = []
  const arrivals = { announce: (...given: unknown[]) => void announced.push(given) } as unknown as Arrivals
  const clock = createTestClock({ isStill: true })
  return { announced, clock, announcements: createAnnouncements({ arrivals, clock }, waitMs) }
}

it('announces all that was fetched of a project at once', () => {
  const { announced, announcements } = opened()
  announcements.add('a', { from: 10, to: 20 })
  announcements.add('b', { from: 5, to: 6 })
  announcements.add('a', { from: 15, to: 30 })
  expect(announced).toEqual([])
  announcements.flush()
  announcements.flush()
  expect(announced).toEqual([
    ['a', 10, 30],
    ['b', 5, 6],
  ])
})

it('announces some at a time', async () => {
  const { announced, clock, announcements } = opened()
  for (let at = 0; at < 20; at++) announcements.add(`${at}`, { from: 0, to: 1 })
  announcements.begin()
  announcements.begin()
  expect(announced).toHaveLength(8)
  await clock.advance(100)
  expect(announced).toHaveLength(16)
  await clock.advance(100)
  expect(announced).toHaveLength(20)
})

it('waits no longer than it may', async () => {
  const { announced, clock, announcements } = opened(20)
  announcements.add('a', { from: 10, to: 20 })
  await clock.advance(10)
  announcements.add('b', { from: 10, to: 20 })
  await clock.advance(9)
  expect(announced).toEqual([])
  await clock.advance(1)
  expect(announced).toEqual([
    ['a', 10, 20],
    ['b', 10, 20],
  ])
})
