import { describe, expect, it } from 'vitest'
import { baselineBefore, lengthOf, movesOn, timeFields, timelineBuckets } from './log-time.ts'

const HOUR = 3_600_000

describe('timeFields', () => {
  it('rounds a time that moves on outwards to whole bars of its timeline', () => {
    expect(timeFields({ span: '1h' }, 5 * HOUR + 1)).toEqual({ from: 4 * HOUR, to: 5 * HOUR + 60_000 - 1 })
    expect(timeFields({ span: '7d' }, 200 * HOUR + 1)).toEqual({ from: 32 * HOUR, to: 201 * HOUR - 1 })
    expect(timelineBuckets({ span: '7d' }, 200 * HOUR + 1)).toBe(169)
  })

  it('leaves the times of a whole file to the server', () => expect(timeFields('whole', 0)).toEqual({}))

  it('takes a time that stands still as it is', () => {
    expect(timeFields({ from: 1, to: 2 }, HOUR)).toEqual({ from: 1, to: 2 })
    expect([movesOn({ from: 1, to: 2 }), movesOn('whole'), movesOn({ span: '7d' })]).toEqual([false, false, true])
  })
})

describe('lengthOf', () => {
  it('is as it was chosen, not as it was rounded', () => {
    expect(lengthOf({ span: '6h' }, { from: 0, to: 6.1 * HOUR })).toBe(6 * HOUR)
    expect(lengthOf('whole', { from: 1, to: 3 })).toBe(2)
  })
})

describe('baselineBefore', () => {
  it('is as long as the selection and ends where it begins, or lies so much earlier', () => {
    expect(baselineBefore({ from: 10, to: 14 })).toEqual({ from: 6, to: 10 })
    expect(baselineBefore({ from: 10, to: 14 }, 9)).toEqual({ from: 1, to: 5 })
  })
})
