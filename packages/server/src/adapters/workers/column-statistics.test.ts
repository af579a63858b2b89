import { describe, expect, it } from 'vitest'
import { createColumnStatistics } from './column-statistics.ts'

describe('createColumnStatistics', () => {
  it('joins batches, passing over missing values', () => {
    const statistics = createColumnStatistics()
    statistics.add([Float64Array.of(1, Number.NaN, 3)])
    statistics.add([Float64Array.of(5, 7)])
    expect(statistics.summary()).toEqual([
      { series: 0, rows: 5, present: 4, min: 1, max: 7, mean: 4, deviation: Math.sqrt(5) },
    ])
  })

  it('has no statistics for a column without values', () => {
    const statistics = createColumnStatistics()
    statistics.add([Float64Array.of(Number.NaN)])
    expect(statistics.summary()).toEqual([
      { series: 0, rows: 1, present: 0, min: Number.NaN, max: Number.NaN, mean: Number.NaN, deviation: Number.NaN },
    ])
  })

  it('keeps the deviation of small values on a huge offset', () => {
    const statistics = createColumnStatistics()
    for (let batch = 0; batch < 10; batch++) statistics.add([Float64Array.of(1e9 + 1, 1e9 - 1)])
    expect(statistics.summary()[0]!.deviation).toBeCloseTo(1, 6)
  })
})
