import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstRowAt } from './first-row-at.ts'

describe('firstRowAt', () => {
  it('counts the rows before a time, equal ones not among them', () => {
    const times = Float64Array.of(10, 20, 20, 30)
    expect([5, 10, 15, 20, 21, 30, 31].map((time) => firstRowAt(times, time))).toEqual([0, 0, 1, 1, 3, 3, 4])
    expect(firstRowAt(new Float64Array(0), 1)).toBe(0)
  })

  it('counts what is before, whatever the times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -5, max: 55 }), (numbers, time) => {
        const times = Float64Array.from(numbers).sort()
        expect(firstRowAt(times, time)).toBe(numbers.filter((one) => one < time).length)
      }),
    )
  })
})
