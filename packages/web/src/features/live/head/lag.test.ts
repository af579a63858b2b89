import { describe, expect, it } from 'vitest'
import { behindAt } from './lag.ts'

const minute = 60_000

describe('behindAt', () => {
  const scored = { position: 0, lagMs: 2000 }
  it('is what the last row was scored with, while the next one is under way', () => {
    expect([62_000, 100_000, 2 * minute].map((now) => behindAt(now, scored, minute))).toEqual([2000, 2000, 2000])
  })
  it('grows once the next row is overdue', () => expect(behindAt(2 * minute + 9000, scored, minute)).toBe(9000))
})
