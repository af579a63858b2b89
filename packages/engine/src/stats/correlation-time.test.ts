import { describe, expect, it } from 'vitest'
import { correlationTime } from './correlation-time.ts'
import { createRandom, normal } from './random.ts'

function firstOrder(count: number, memory: number, seed: number): Float64Array {
  const random = createRandom(seed)
  let state = normal(random)
  return Float64Array.from({ length: count }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * normal(random)
    return state
  })
}

describe('correlationTime', () => {
  it('is about (1 + r) / (1 - r) for a first-order process', () => {
    expect(correlationTime([firstOrder(20_000, 0, 1)])).toBeLessThan(1.15)
    const time = correlationTime([firstOrder(20_000, 0.8, 2)])
    expect(time).toBeGreaterThan(7.5)
    expect(time).toBeLessThan(11)
  })

  it('is long for a rhythm, and for noise on a slow movement, whose neighbours are little alike', () => {
    expect(correlationTime([Float64Array.from({ length: 600 }, (_, k) => Math.sin(k / 60))])).toBeGreaterThan(60)
    const random = createRandom(5)
    const noisy = firstOrder(5000, 0.98, 3).map((value) => value + 1.5 * normal(random))
    expect(correlationTime([noisy])).toBeGreaterThan(15)
  })

  it('takes each part about its own mean, and leaves gaps out', () => {
    const a = firstOrder(3000, 0, 7)
    const b = firstOrder(3000, 0, 8).map((value) => value + 100)
    expect(correlationTime([a, b])).toBeLessThan(1.3)
    expect(correlationTime([a.map((value, k) => (k % 3 === 0 ? Number.NaN : value))])).toBeLessThan(1.4)
  })

  it('does not change with a shift or a unit', () => {
    const values = firstOrder(500, 0.6, 9)
    expect(correlationTime([values.map((value) => 3 - 50 * value)])).toBeCloseTo(correlationTime([values]), 6)
  })

  it('is 1 for a constant and for too few values', () => {
    expect(correlationTime([new Float64Array(50)])).toBe(1)
    expect(correlationTime([Float64Array.of(1, 2)])).toBe(1)
    expect(correlationTime([])).toBe(1)
  })
})
