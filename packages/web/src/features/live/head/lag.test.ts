import { describe, expect, it } from 'vitest'
import { behindAt } from './lag.ts'

const MINUTE = 60_000

describe('behindAt', () => {
  const scored = { position: 0, lagMs: 2000 }
  it('is what the last row was scored with, while the next one is under way', () => {
    expect([62_000, 100_000, 2 * MINUTE].map((now) => behindAt(now, scored, MINUTE))).toEqual([2000, 2000, 2000])
  })
  it('grows once the next row is overdue', () => expect(behindAt(2 * MINUTE + 9000, scored, MINUTE)).toBe(9000))
})
