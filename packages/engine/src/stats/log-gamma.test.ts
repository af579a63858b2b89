import { describe, expect, it } from 'vitest'
import { logGamma } from './log-gamma.ts'

describe('logGamma', () => {
  it('is the logarithm of the factorial', () => {
    expect(logGamma(1)).toBeCloseTo(0, 12)
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 12)
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12)
    expect(logGamma(171)).toBeCloseTo(706.5730622457874, 8)
  })
})
