import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createValueFrame, type ValueFrame } from './value-frame.ts'

const open = (): ValueFrame => createValueFrame(createArena(new ArrayBuffer(64)))
const take = (frame: ValueFrame, values: readonly number[]): number[] =>
  values.map((value) => {
    const x = frame.normalise(value)
    frame.learn(x)
    return x
  })

describe('createValueFrame', () => {
  it('counts from the first value in units of the first change', () => {
    expect(take(open(), [100, 100, 104, 94])).toEqual([0, 0, 1, -1.5])
  })

  it.each([
    [2 ** 70, -(2 ** 80)],
    [1 / 7, 0.3],
    [-1.8, 32],
  ])('gives the same places after a change of unit by %d and a shift by %d', (unit, shift) => {
    const values = [1.1, 2.3, 5, 3.7, 8.9]
    const changed = values.map((value) => value * unit + shift)
    expect(take(open(), changed)).toEqual(take(open(), values))
  })

  it('says which way up it shows the series', () => {
    const frame = open()
    take(frame, [7])
    expect(frame.direction).toBe(1)
    take(frame, [6])
    expect(frame.direction).toBe(-1)
  })

  it('measures how far a value lies outside the range so far', () => {
    const frame = open()
    take(frame, [0, 4])
    expect(frame.novelty(frame.normalise(3))).toBe(0)
    expect(frame.novelty(frame.normalise(6))).toBe(0.5)
    expect(frame.novelty(frame.normalise(-2))).toBe(0.5)
  })

  it('calls the first change of a constant series new by its whole range', () => {
    const frame = open()
    take(frame, [7, 7, 7])
    expect(frame.novelty(frame.normalise(8))).toBe(1)
  })

  it('draws in what is beyond all measure', () => {
    const frame = open()
    take(
      frame,
      Array.from({ length: 40 }, (_, k) => k % 5),
    )
    expect(frame.normalise(1e300)).toBe(frame.normalise(1e200))
    expect(frame.normalise(1e300)).toBe(44)
    for (const value of [Number.MAX_VALUE, -Number.MAX_VALUE])
      expect(Number.isFinite(frame.normalise(value))).toBe(true)
  })

  it('stays finite from one end of the numbers to the other', () => {
    const places = take(open(), [-Number.MAX_VALUE, Number.MAX_VALUE, 0, 1e-300])
    expect(places.every(Number.isFinite)).toBe(true)
  })
})
