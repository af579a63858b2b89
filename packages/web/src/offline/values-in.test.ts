import { describe, expect, it } from 'vitest'
import type { StoredValues } from './offline-data.ts'
import { valuesIn } from './values-in.ts'

const STORED: StoredValues = {
  from: 0,
  to: 50,
  bucketMs: 10,
  times: [0, 10, 20, 30, 40, 50],
  degree: [0, -3, 1, null, 2, 0],
  series: [
    {
      seriesId: 'cpu[a]',
      min: [1, 2, null, 4, 5, 6],
      low: [0, 0, 0, 0, 0, 0],
      flagged: [{ time: 30, value: 4 }],
    },
    { seriesId: 'cpu[b]', min: [9, 9, 9, 9, 9, 9], max: [10, 10, 10, 10, 10, 10], flagged: [] },
  ],
}

describe('valuesIn', () => {
  it('gives all values of the series that are asked for, with what was left out', () => {
    const { series, times } = valuesIn(STORED, { ids: ['cpu[a]'], buckets: 600 }, null)
    expect(times).toEqual(STORED.times)
    expect(series).toEqual([
      {
        seriesId: 'cpu[a]',
        min: [1, 2, null, 4, 5, 6],
        max: [1, 2, null, 4, 5, 6],
        count: [1, 1, 0, 1, 1, 1],
        low: [0, 0, 0, 0, 0, 0],
        flagged: [{ time: 30, value: 4 }],
      },
    ])
  })

  it('joins buckets where there are more than asked for, keeping the extremes', () => {
    const { series, degree, bucketMs } = valuesIn(STORED, { ids: ['cpu[a]'], buckets: 3 }, null)
    expect(bucketMs).toBe(20)
    expect(degree).toEqual([-3, 1, 2])
    expect(series[0]).toMatchObject({ min: [1, 4, 5], max: [2, 4, 6], count: [2, 1, 2] })
  })

  it('gives a range with a bucket more at both sides, and the points in it', () => {
    const { series, times } = valuesIn(STORED, { ids: ['cpu[a]'], buckets: 600 }, { from: 20, to: 25 })
    expect(times).toEqual([10, 20, 30])
    expect(series[0]).toMatchObject({ flagged: [] })
  })
})
