import { describe, expect, it } from 'vitest'
import { around, continuesGesture, withinRange } from './zoom-history.ts'

const FULL = { from: 0, to: 1000 }

describe('continuesGesture', () => {
  it('treats a continuous wheel as one step', () => {
    expect(continuesGesture({ source: 'wheel', at: 0 }, { source: 'wheel', at: 300 })).toBe(true)
    expect(continuesGesture({ source: 'wheel', at: 0 }, { source: 'wheel', at: 900 })).toBe(false)
  })
  it('treats every drag as a step', () => {
    expect(continuesGesture({ source: 'drag', at: 0 }, { source: 'drag', at: 10 })).toBe(false)
    expect(continuesGesture(undefined, { source: 'wheel', at: 10 })).toBe(false)
  })
})

describe('withinRange', () => {
  it('keeps the length at an edge', () =>
    expect(withinRange({ from: -100, to: 100 }, FULL)).toEqual({ from: 0, to: 200 }))
  it('never exceeds the full extent', () => expect(withinRange({ from: -500, to: 5000 }, FULL)).toEqual(FULL))
  it('never shrinks to nothing', () => {
    const { from, to } = withinRange({ from: 500, to: 500 }, FULL)
    expect(to - from).toBeGreaterThan(0)
  })
})

describe('around', () => {
  it('adds half of the length at both sides', () =>
    expect(around({ start: 400, end: 499 }, FULL, 1)).toEqual({ from: 350, to: 550 }))
  it('shows a few samples around a single one', () =>
    expect(around({ start: 500, end: 500 }, FULL, 10)).toEqual({ from: 440, to: 570 }))
})
