import { describe, expect, it } from 'vitest'
import { createDataFrontier } from './live-session.ts'

const SECOND = 1000
const STEP_MS = 10 * SECOND
const LATE_MS = 300 * SECOND
const NEVER = Number.NEGATIVE_INFINITY

describe('createDataFrontier', () => {
  it('holds rows from the newest sample on for ten seconds while samples of the past arrive in the order of time', () => {
    const frontier = createDataFrontier()
    expect([frontier.newest, frontier.heldUntil(STEP_MS)]).toEqual([NEVER, NEVER])
    frontier.note({ from: 0, to: 95 * SECOND }, { lateMs: LATE_MS, now: 5000 * SECOND })
    expect([frontier.newest, frontier.heldUntil(STEP_MS)]).toEqual([95 * SECOND, 5010 * SECOND])
    frontier.note({ from: 95 * SECOND, to: 190 * SECOND }, { lateMs: LATE_MS, now: 5002 * SECOND })
    expect([frontier.newest, frontier.heldUntil(STEP_MS)]).toEqual([190 * SECOND, 5012 * SECOND])
    expect(frontier.unsettledUntil()).toBe(NEVER)
  })

  it('holds nothing for live samples, nor for older ones beside them', () => {
    const frontier = createDataFrontier()
    frontier.note({ from: 5000 * SECOND, to: 5000 * SECOND }, { lateMs: LATE_MS, now: 5012 * SECOND })
    expect(frontier.heldUntil(STEP_MS)).toBe(NEVER)
    frontier.note({ from: 4000 * SECOND, to: 4500 * SECOND }, { lateMs: LATE_MS, now: 5500 * SECOND })
    expect([frontier.newest, frontier.heldUntil(STEP_MS)]).toEqual([5000 * SECOND, NEVER])
  })

  it('waits until samples of the past come to an end, for a minute at most', () => {
    const frontier = createDataFrontier()
    frontier.note({ from: 4000 * SECOND, to: 5000 * SECOND }, { lateMs: LATE_MS, now: 5001 * SECOND })
    frontier.note({ from: 4701 * SECOND, to: 4800 * SECOND }, { lateMs: LATE_MS, now: 5001 * SECOND })
    expect(frontier.unsettledUntil()).toBe(NEVER)
    frontier.note({ from: 100 * SECOND, to: 200 * SECOND }, { lateMs: LATE_MS, now: 5002 * SECOND })
    expect(frontier.unsettledUntil()).toBe(5012 * SECOND)
    frontier.note({ from: 200 * SECOND, to: 300 * SECOND }, { lateMs: LATE_MS, now: 5055 * SECOND })
    expect(frontier.unsettledUntil()).toBe(5062 * SECOND)
    frontier.settle()
    expect(frontier.unsettledUntil()).toBe(NEVER)
  })
})
