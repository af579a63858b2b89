import { describe, expect, it } from 'vitest'
import { around, keepsTrail, withinRange } from './zoom-trail.ts'

const full = { from: 0, to: 1000 }

describe('keepsTrail', () => {
  it('takes a running wheel for one step', () => {
    expect(keepsTrail({ source: 'wheel', at: 0 }, { source: 'wheel', at: 300 })).toBe(true)
    expect(keepsTrail({ source: 'wheel', at: 0 }, { source: 'wheel', at: 900 })).toBe(false)
  })
  it('takes every drag for a step', () => {
    expect(keepsTrail({ source: 'drag', at: 0 }, { source: 'drag', at: 10 })).toBe(false)
    expect(keepsTrail(undefined, { source: 'wheel', at: 10 })).toBe(false)
  })
})

describe('withinRange', () => {
  it('keeps the length at an edge', () =>
    expect(withinRange({ from: -100, to: 100 }, full)).toEqual({ from: 0, to: 200 }))
  it('never exceeds the whole', () => expect(withinRange({ from: -500, to: 5000 }, full)).toEqual(full))
  it('never shrinks to nothing', () => {
    const { from, to } = withinRange({ from: 500, to: 500 }, full)
    expect(to - from).toBeGreaterThan(0)
  })
})

it('leaves room around a period', () => {
  expect(around({ start: 400, end: 500 }, full)).toEqual({ from: 250, to: 650 })
  expect(around({ start: 0, end: 0 }, full)).toEqual({ from: 0, to: 40 })
})
