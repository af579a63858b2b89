import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArena } from './arena.ts'
import { createRandom } from './random.ts'
import { createTailSketch, type TailSketch } from './tail-sketch.ts'

const open = (bins = 192, fadeAfter = 20_000): TailSketch =>
  createTailSketch(createArena(new ArrayBuffer(8192)), { bins, fadeAfter })

function fill(values: readonly number[], sketch = open()): TailSketch {
  for (const value of values) sketch.add(value)
  return sketch
}

describe('createTailSketch', () => {
  it('knows nothing before the first value', () => {
    expect(open().probability(5)).toBe(1)
  })

  it('counts the part at or above a value', () => {
    const sketch = fill([...Array(60).fill(1), ...Array(40).fill(4)])
    expect(sketch.probability(2)).toBeCloseTo(40.5 / 101, 2)
    expect(sketch.probability(0.1)).toBeCloseTo(100.5 / 101, 2)
  })

  it('is within a tenth of the true tail of an exponential down to 1 in 1000, and within a factor of two at 1 in 100,000', () => {
    const random = createRandom(4)
    const sketch = fill(Array.from({ length: 15_000 }, () => -Math.log(1 - random())))
    const ratio = (p: number): number => sketch.probability(-Math.log(p)) / p
    for (const p of [0.5, 0.1, 0.01, 1e-3]) expect(Math.abs(ratio(p) - 1), `at ${p}`).toBeLessThan(0.1)
    expect(Math.abs(Math.log2(ratio(1e-5)))).toBeLessThan(1)
  })

  it('never rises with the value', () => {
    const anomalyScore = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(anomalyScore, (values) => {
        const sketch = fill(values)
        const asked = [...values].sort((a, b) => a - b).map((value) => sketch.probability(value))
        for (let k = 1; k < asked.length; k++) expect(asked[k]).toBeLessThanOrEqual(asked[k - 1]! * 1.000001)
      }),
    )
  })

  it('says the same of values in another unit', () => {
    const random = createRandom(1)
    const values = Array.from({ length: 500 }, () => random() ** 3 * 10)
    const [one, other] = [fill(values), fill(values.map((value) => value * 1024))]
    for (const value of [0.1, 3, 9, 40]) expect(other.probability(value * 1024)).toBeCloseTo(one.probability(value), 12)
  })

  it('keeps its sight after a value that is beyond all measure', () => {
    const sketch = fill([...Array.from({ length: 200 }, (_, k) => 1 + (k % 10)), 1e300])
    expect(sketch.probability(2)).toBeGreaterThan(0.5)
    expect(sketch.probability(9.9)).toBeLessThan(0.2)
  })

  it('lets old values fade', () => {
    const sketch = fill([...Array(900).fill(8), ...Array(3000).fill(1)], open(192, 1000))
    expect(sketch.count).toBeLessThan(1000)
    expect(sketch.probability(4)).toBeLessThan(0.05)
  })

  it('takes zeros, of which a tail may wholly consist', () => {
    const sketch = fill(Array(100).fill(0))
    expect(sketch.probability(0)).toBeGreaterThan(0.4)
    expect(sketch.probability(1)).toBeLessThan(0.01)
  })
})
