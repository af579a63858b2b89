import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createRecentValues } from './channels.ts'

describe('createRecentValues', () => {
  it('averages the last values, or those that there are', () => {
    const recent = createRecentValues(createArena(new ArrayBuffer(1024)))
    for (const value of [2, 4]) recent.push(value)
    expect(recent.mean(4)).toBe(3)
    for (const value of [6, 8, 10]) recent.push(value)
    expect(recent.mean(4)).toBe(7)
    expect(recent.variance(2)).toBe(1)
  })

  it('goes round', () => {
    const recent = createRecentValues(createArena(new ArrayBuffer(1024)))
    for (let k = 1; k <= 200; k++) recent.push(k)
    expect(recent.mean(48)).toBe(176.5)
    expect(recent.count).toBe(200)
  })
})
