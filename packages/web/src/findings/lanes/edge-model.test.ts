import { describe, expect, it } from 'vitest'
import { edgeKey, withEdge } from './edge-model.ts'

const BOUNDS = { full: { from: 0, to: 1_000 }, stepMs: 10 }

describe('withEdge', () => {
  it('moves one edge, inside the full range and not past the other', () => {
    expect(withEdge({ from: 200, to: 400 }, 'from', 100, BOUNDS)).toEqual({ from: 100, to: 400 })
    expect(withEdge({ from: 200, to: 400 }, 'from', 900, BOUNDS)).toEqual({ from: 390, to: 400 })
    expect(withEdge({ from: 200, to: 400 }, 'to', 5_000, BOUNDS)).toEqual({ from: 200, to: 1_000 })
    expect(withEdge({ from: 200, to: 400 }, 'to', 0, BOUNDS)).toEqual({ from: 200, to: 210 })
  })
})

describe('edgeKey', () => {
  it('moves by a sample, or by two pixels where they are longer', () => {
    expect(edgeKey('ArrowRight', 100, 1, BOUNDS)).toBe(110)
    expect(edgeKey('ArrowLeft', 100, 20, BOUNDS)).toBe(60)
    expect(edgeKey('PageUp', 100, 1, BOUNDS)).toBe(200)
  })
  it('takes Home and End, and leaves other keys', () => {
    expect(edgeKey('Home', 100, 1, BOUNDS)).toBe(0)
    expect(edgeKey('End', 100, 1, BOUNDS)).toBe(1_000)
    expect(edgeKey(']', 100, 1, BOUNDS)).toBeNull()
  })
})
