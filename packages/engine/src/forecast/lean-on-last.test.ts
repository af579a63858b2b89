import { describe, expect, it } from 'vitest'
import type { BackTest } from './back-test.ts'
import { leanOnLast } from './lean-on-last.ts'

/** Every other value is missing. */
const actual = new Float64Array(40).map((_, row) => (row % 2 === 0 ? 0 : Number.NaN))
const weights = Float64Array.of(0.2, 0.8)

/** Eight origins with two steps each: the last value errs by 1, the blend by what is given. */
function lean(...errors: number[]) {
  const origins = errors.map((_, k) => 2 + 2 * k)
  const said = (error: number) => [...origins, 18].map(() => Float64Array.of(error, error))
  const test: BackTest = { origins, horizon: 2, names: ['last', 'day'], forecasts: [said(1), said(3)] }
  const residuals = errors.map((error) => Float64Array.of(-error, Number.NaN))
  return leanOnLast(test, actual, [{ from: 0, to: 2, weights }], residuals)
}

describe('leanOnLast', () => {
  it('leaves a blend alone that is better at half of the origins', () => {
    const { segments, residuals } = lean(0.5, 2, 0.5, 2, 0.5, 2, 0.5, 0.5)
    expect(segments[0]!.weights).toEqual(weights)
    expect(residuals[1]).toEqual(Float64Array.of(-2, Number.NaN))
  })

  it('gives everything to the last value where that was better at most of them, in the errors too', () => {
    const { segments, residuals } = lean(2, 2, 2, 2, 2, 2, 2, 0.5)
    expect(segments[0]!.weights).toEqual(Float64Array.of(1, 0))
    expect(residuals[7]).toEqual(Float64Array.of(-1, Number.NaN))
  })

  it('leaves a blend alone that is better by far at the few other origins', () => {
    expect(lean(1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 0.1).segments[0]!.weights).toEqual(weights)
  })

  it('lets one incident decide nothing', () => {
    expect(lean(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1e6).segments[0]!.weights).toEqual(weights)
  })

  it('leaves a blend alone that errs as the last value does', () => {
    expect(lean(1, 1, 1, 1, 1, 1, 1, 1).segments[0]!.weights).toEqual(weights)
  })
})
