import { describe, expect, it } from 'vitest'
import { edgeKey, withEdge } from './edge-model.ts'

const bounds = { full: { from: 0, to: 1_000 }, stepMs: 10 }

describe('withEdge', () => {
  it('moves one edge, inside the full range and not past the other', () => {
    expect(withEdge({ from: 200, to: 400 }, 'from', 100, bounds)).toEqual({ from: 100, to: 400 })
    expect(withEdge({ from: 200, to: 400 }, 'from', 900, bounds)).toEqual({ from: 390, to: 400 })
    expect(withEdge({ from: 200, to: 400 }, 'to', 5_000, bounds)).toEqual({ from: 200, to: 1_000 })
    expect(withEdge({ from: 200, to: 400 }, 'to', 0, bounds)).toEqual({ from: 200, to: 210 })
  })
})

describe('edgeKey', () => {
  it('moves by a sample, or by two pixels where they are longer', () => {
    expect(edgeKey('ArrowRight', 100, 1, bounds)).toBe(110)
    expect(edgeKey('ArrowLeft', 100, 20, bounds)).toBe(60)
    expect(edgeKey('PageUp', 100, 1, bounds)).toBe(200)
  })
  it('takes Home and End, and leaves other keys', () => {
    expect(edgeKey('Home', 100, 1, bounds)).toBe(0)
    expect(edgeKey('End', 100, 1, bounds)).toBe(1_000)
    expect(edgeKey(']', 100, 1, bounds)).toBeNull()
  })
})
