import { expect, test } from 'vitest'
import { compactValues } from './build-offline-file.ts'

const LINE = { seriesId: 'cpu', min: [1.234567891, null], max: [1.234567891, null], count: [1, 0], flagged: [] }
const VALUES = { from: 0, to: 1, bucketMs: 1, times: [0, 1], degree: [null, 1.23456789], series: [LINE] }

test('samples are written once, as they are', () => {
  expect(compactValues(VALUES).series).toEqual([{ seriesId: 'cpu', min: [1.234567891, null], flagged: [] }])
})

test('ranges and counts are written where they say more; expected ranges to six digits', () => {
  const series = [{ ...LINE, max: [2, null], count: [3, 0], low: [0.123456789, null] }]
  expect(compactValues({ ...VALUES, series }).series[0]).toEqual({
    seriesId: 'cpu',
    min: [1.234567891, null],
    max: [2, null],
    count: [3, 0],
    low: [0.123457, null],
    flagged: [],
  })
})
