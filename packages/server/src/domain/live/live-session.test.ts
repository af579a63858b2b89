import { describe, expect, it } from 'vitest'
import { createDataFrontier } from './live-session.ts'

const second = 1000
const stepMs = 10 * second
const lateMs = 300 * second
const never = Number.NEGATIVE_INFINITY

describe('createDataFrontier', () => {
  it('holds rows from the newest sample on for ten seconds while samples of the past arrive in the order of time', () => {
    const frontier = createDataFrontier()
    expect([frontier.newest, frontier.heldUntil(stepMs)]).toEqual([never, never])
    frontier.note({ from: 0, to: 95 * second }, { lateMs, now: 5000 * second })
    expect([frontier.newest, frontier.heldUntil(stepMs)]).toEqual([95 * second, 5010 * second])
    frontier.note({ from: 95 * second, to: 190 * second }, { lateMs, now: 5002 * second })
    expect([frontier.newest, frontier.heldUntil(stepMs)]).toEqual([190 * second, 5012 * second])
    expect(frontier.unsettledUntil()).toBe(never)
  })

  it('holds nothing for live samples, nor for older ones beside them', () => {
    const frontier = createDataFrontier()
    frontier.note({ from: 5000 * second, to: 5000 * second }, { lateMs, now: 5012 * second })
    expect(frontier.heldUntil(stepMs)).toBe(never)
    frontier.note({ from: 4000 * second, to: 4500 * second }, { lateMs, now: 5500 * second })
    expect([frontier.newest, frontier.heldUntil(stepMs)]).toEqual([5000 * second, never])
  })

  it('waits until samples of the past come to an end, for a minute at most', () => {
    const frontier = createDataFrontier()
    frontier.note({ from: 4000 * second, to: 5000 * second }, { lateMs, now: 5001 * second })
    frontier.note({ from: 4701 * second, to: 4800 * second }, { lateMs, now: 5001 * second })
    expect(frontier.unsettledUntil()).toBe(never)
    frontier.note({ from: 100 * second, to: 200 * second }, { lateMs, now: 5002 * second })
    expect(frontier.unsettledUntil()).toBe(5012 * second)
    frontier.note({ from: 200 * second, to: 300 * second }, { lateMs, now: 5055 * second })
    expect(frontier.unsettledUntil()).toBe(5062 * second)
    frontier.settle()
    expect(frontier.unsettledUntil()).toBe(never)
  })
})
