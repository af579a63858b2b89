import { describe, expect, it } from 'vitest'
import { observeCalibration } from './observe-calibration.ts'

describe('observeCalibration', () => {
  it('is the nominal rate for evenly spread probabilities', () => {
    const even = Float64Array.from({ length: 1000 }, (_, k) => (k + 0.5) / 1000)
    expect(observeCalibration(even, []).map(({ observed }) => observed)).toEqual([0.1, 0.05, 0.02, 0.01, 0.005, 0.001])
  })

  it('leaves windows, learned rows and gaps out', () => {
    const [point] = observeCalibration([0, 0, 1, Number.NaN, 0.05, 1, 0, 1], [{ from: 5, to: 6 }], 2)
    expect(point).toEqual({ nominal: 0.1, observed: 1 / 3, samples: 3 })
  })

  it('says that nothing was seen', () => {
    expect(observeCalibration([], [])[0]).toEqual({ nominal: 0.1, observed: 0, samples: 0 })
  })
})
