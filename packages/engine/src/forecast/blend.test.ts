import { describe, expect, it } from 'vitest'
import type { BackTest } from './back-test.ts'
import { blend, blendAt, segmentEdges } from './blend.ts'
import { crossFit } from './cross-fit.ts'

const actual = Float64Array.of(0, 0, 0, 0, 1, 2, 3, 4)

/** Three origins, two steps ahead; each candidate says the truth plus its own errors. */
function testWith(...errors: number[]): BackTest {
  const origins = [2, 4, 6]
  const said = (error: number) =>
    [...origins, 8].map((at) => Float64Array.of(actual[at] ?? 5, actual[at + 1] ?? 6).map((v) => v + error))
  return { origins, horizon: 2, names: errors.map(() => 'last'), forecasts: errors.map(said) }
}

const weightsOf = (...errors: number[]) =>
  blend(testWith(...errors), actual, [0, 1, 2]).map((part) => [...part.weights])

describe('blend', () => {
  it('gives everything to a candidate without errors', () => {
    expect(weightsOf(0, 1, 2)).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ])
  })

  it('does not let one incident outweigh what is usual', () => {
    const usual = testWith(1, 2)
    // From the second origin both erred far, the first one farther: by far more than it was better by elsewhere.
    const incident = {
      ...usual,
      forecasts: usual.forecasts.map((forecasts, c) =>
        forecasts.map((said, which) => (which === 1 ? said.map((value) => value + (c === 0 ? 60 : 50)) : said)),
      ),
    }
    const [segment] = blend(incident, actual, [0, 1, 2])
    expect(segment!.weights[0]).toBeGreaterThan(segment!.weights[1]!)
  })

  it('by hand: one that errs half as much gets 256 times the weight in one half, and all of the other', () => {
    const [weights] = weightsOf(1, 2)
    expect(weights![0]).toBeCloseTo((256 / 257 + 1) / 2, 12)
  })

  it('finds two that make up for each other', () => {
    expect(weightsOf(2, -2, 1.9)[0]![1]).toBeGreaterThan(0.2)
  })

  it('weighs late errors more than early ones', () => {
    const test = testWith(0, 0)
    test.forecasts[0]![0]!.fill(9)
    test.forecasts[1]![2]!.fill(actual[6]! + 9)
    const { weights } = blend(test, actual, [0, 1, 2])[0]!
    expect(weights[0]).toBeGreaterThan(weights[1]!)
  })

  it('leaves gaps out', () => {
    const holed = actual.map((value, k) => (k === 5 ? Number.NaN : value))
    expect(blend(testWith(0, 1), holed, [0, 1, 2])[0]!.weights).toEqual(Float64Array.of(1, 0))
  })
})

describe('blendAt', () => {
  it('adds the parts up', () => {
    const halves = [{ from: 0, to: 2, weights: Float64Array.of(0.5, 0.5) }]
    expect(blendAt(testWith(1, 3), halves, 3)).toEqual(Float64Array.of(7, 8))
  })
})

describe('segmentEdges', () => {
  it('splits a day into its first 16th, quarter, half and rest', () => {
    expect(segmentEdges(288)).toEqual([0, 18, 72, 144, 288])
    expect(segmentEdges(1)).toEqual([0, 1])
  })
})

describe('crossFit', () => {
  it('evaluates each origin by weights from the others', () => {
    const test = testWith(0, 0)
    test.forecasts[0]![2]!.fill(100)
    const residuals = crossFit(test, actual)
    expect(residuals).toHaveLength(3)
    expect(Math.abs(residuals[2]![0]!)).toBeGreaterThan(40)
  })
})
