import { describe, expect, it } from 'vitest'
import { barOfKey, rangeOfBars, rangeOfMoments } from './snap-range.ts'

const BARS = { times: [100, 110, 120], bucketMs: 10 }

describe('rangeOfBars', () => {
  it('spans whole bars, in whichever direction they were brushed', () => {
    expect(rangeOfBars(BARS, 1, 1)).toEqual({ from: 110, to: 119 })
    expect(rangeOfBars(BARS, 2, 0)).toEqual({ from: 100, to: 129 })
    expect(rangeOfBars({ times: [], bucketMs: 1 }, 0, 0)).toBeNull()
  })
})

describe('barOfKey', () => {
  it('moves by arrows, ten bars a page, and stops at the ends', () => {
    expect(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => barOfKey(key, 5, 12))).toEqual(
      [...[4, 6, 11, 0, 0, 11]],
    )
    expect(barOfKey('Tab', 5, 12)).toBeNull()
  })
})

describe('rangeOfMoments', () => {
  it('is the whole of the bars that two moments lie in', () =>
    expect(rangeOfMoments(BARS, { from: 113, to: 127 })).toEqual({ from: 110, to: 129 }))
  it('begins with the first bar where a moment lies before all of them', () =>
    expect(rangeOfMoments(BARS, { from: 3, to: 105 })).toEqual({ from: 100, to: 109 }))
})
