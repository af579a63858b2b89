import { describe, expect, it } from 'vitest'
import { addExtreme, namedExtreme, noExtremes } from './extreme.ts'

function named(value: number, usual: number, side: 1 | -1) {
  const extremes = noExtremes()
  addExtreme(extremes, { value, at: 0, usual, spread: 0.1 })
  return namedExtreme(extremes, side).named
}

describe('namedExtreme', () => {
  it('expects 0 where an average leaves next to nothing of zeros', () => {
    expect(named(4.02, 5.58e-21, 1)).toMatchObject({ value: 4.02, usual: 0 })
    expect(named(-6, -1e-7, -1).usual).toBe(0)
  })
  it('keeps what is small but not nothing', () => {
    expect(named(6.21, 0.000107, 1).usual).toBe(0.000107)
    expect(named(0, 1e-9, -1).usual).toBe(1e-9)
  })
})
