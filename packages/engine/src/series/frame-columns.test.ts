import { describe, expect, it } from 'vitest'
import type { Frame } from './frame.ts'
import { filterSeries, selectColumns } from './frame.ts'

const frame: Frame = {
  times: Float64Array.of(0, 1),
  stepMs: 1,
  series: ['a', 'b', 'c'].map((id) => ({ id, metric: id, instance: '' })),
  columns: [Float64Array.of(1, 2), Float64Array.of(3, 4), Float64Array.of(5, Number.NaN)],
}

describe('selectColumns', () => {
  it('puts columns in the given order and shares their values', () => {
    const selected = selectColumns(frame, [2, 0])
    expect(selected.series.map(({ id }) => id)).toEqual(['c', 'a'])
    expect(selected.columns[0]).toBe(frame.columns[2])
  })
  it('keeps the times of a frame without columns', () => {
    expect(selectColumns(frame, [])).toEqual({ ...frame, series: [], columns: [] })
  })
  it('refuses an index beyond the columns', () => {
    expect(() => selectColumns(frame, [3])).toThrow(RangeError)
  })
})

it('filters series in the order of the frame', () => {
  expect(filterSeries(frame, ({ id }) => id !== 'b').series.map(({ id }) => id)).toEqual(['a', 'c'])
})
