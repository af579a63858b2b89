import { describe, expect, it } from 'vitest'
import { createArena } from './arena.ts'

describe('createArena', () => {
  it('gives the same places for the same requests, so that bytes carry the state', () => {
    const first = new ArrayBuffer(64)
    const given = createArena(first)
    given.f32(3).set([1, 2, 3])
    given.f64(2).set([4, 5])
    const second = createArena(first.slice(0))
    expect([...second.f32(3)]).toEqual([1, 2, 3])
    expect([...second.f64(2)]).toEqual([4, 5])
  })

  it('begins each array at a multiple of 8', () => {
    const arena = createArena(new ArrayBuffer(64))
    arena.f32(1)
    expect(arena.used).toBe(8)
    arena.f32(3)
    expect(arena.used).toBe(24)
  })

  it('refuses more than there is', () => {
    expect(() => createArena(new ArrayBuffer(8)).f64(2)).toThrow(RangeError)
  })
})
