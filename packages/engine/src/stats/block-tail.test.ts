import { describe, expect, it } from 'vitest'
import { valueOnceIn } from './block-tail.ts'
import { createRandom } from './random.ts'

const random = createRandom(4)
const exponential = Float64Array.from({ length: 4_000 }, () => -Math.log(1 - random()))

describe('valueOnceIn', () => {
  it('extrapolates an exponential tail, a little further than it is', () => {
    const value = valueOnceIn(exponential, 40_000)!
    expect(value).toBeGreaterThan(Math.log(40_000) - 1)
    expect(value).toBeLessThan(Math.log(40_000) + 3)
  })

  it('is moved little by one incident', () => {
    const withIncident = exponential.slice().fill(60, 2_000, 2_020)
    expect(valueOnceIn(withIncident, 8_000)).toBeLessThan(valueOnceIn(exponential, 8_000)! + 1.5)
  })

  it('grows with the rows, and with the unit of the values', () => {
    expect(valueOnceIn(exponential, 80_000)).toBeGreaterThan(valueOnceIn(exponential, 8_000)!)
    const tenfold = valueOnceIn(
      exponential.map((value) => 10 * value),
      8_000,
    )
    expect(tenfold).toBeCloseTo(10 * valueOnceIn(exponential, 8_000)!, 6)
  })

  it('is undefined for fewer than two values a block, and with a missing one', () => {
    expect(valueOnceIn(new Float64Array(39), 100)).toBeUndefined()
    expect(valueOnceIn(exponential.slice().fill(Number.NaN, 7, 8), 100)).toBeUndefined()
  })
})
