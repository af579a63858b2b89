import { describe, expect, it } from 'vitest'
import { everyKth } from './every-kth.ts'

describe('everyKth', () => {
  const values = Float64Array.from({ length: 10 }, (_, k) => k)

  it('takes evenly spaced values, never more than the limit', () => {
    expect([...everyKth(values, 4)]).toEqual([0, 3, 6, 9])
    expect([...everyKth(values, 9)]).toEqual([0, 2, 4, 6, 8])
  })

  it('takes the same of two windows that overlap, by the number of their first value', () => {
    expect([...everyKth(values, 4, 3)]).toEqual([0, 3, 6, 9])
    expect([...everyKth(values.subarray(1), 4, 4)]).toEqual([3, 6, 9])
  })

  it('gives few values as they are', () => {
    expect(everyKth(values, 10)).toBe(values)
  })
})
