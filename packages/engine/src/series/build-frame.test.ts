import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFrame } from './build-frame.ts'
import { findStepMs } from './find-step.ts'
import { parseSeriesName } from './series-name.ts'

const key = [parseSeriesName('a')]
const build = (times: number[], values: number[]) =>
  buildFrame(key, Float64Array.from(times), [Float64Array.from(values)])

describe('buildFrame', () => {
  it('sorts rows', () => {
    const frame = build([300, 100, 200], [3, 1, 2])
    expect([...frame.times]).toEqual([100, 200, 300])
    expect([...frame.columns[0]!]).toEqual([1, 2, 3])
  })

  it('keeps the last value present of rows with one time', () => {
    const frame = build([100, 200, 200, 200, 300], [1, 2, 9, Number.NaN, 3])
    expect([...frame.times]).toEqual([100, 200, 300])
    expect([...frame.columns[0]!]).toEqual([1, 9, 3])
  })

  it('puts rows of NaN where slots of the grid are missing', () => {
    const frame = build([0, 60, 120, 300, 360], [1, 2, 3, 6, 7])
    expect([...frame.times]).toEqual([0, 60, 120, 180, 240, 300, 360])
    expect([...frame.columns[0]!]).toEqual([1, 2, 3, Number.NaN, Number.NaN, 6, 7])
  })

  it('takes jitter for what it is', () => {
    const frame = build([0, 60, 121, 181, 242], [1, 2, 3, 4, 5])
    expect(frame.stepMs).toBe(60)
    expect(frame.times.length).toBe(5)
  })

  it('takes a longer interval that lasts for no holes, and finds the holes in it', () => {
    const minutes = Array.from({ length: 100 }, (_, row) => row)
    const hours = Array.from({ length: 40 }, (_, row) => 159 + 60 * row).filter((_, row) => row !== 30)
    const after = Array.from({ length: 10 }, (_, row) => hours.at(-1)! + 1 + row)
    const times = [...minutes, ...hours, ...after]
    const frame = build(times, times)
    expect(frame.stepMs).toBe(1)
    expect(frame.times.filter((_, row) => Number.isNaN(frame.columns[0]![row]!))).toEqual(Float64Array.of(1959))
  })

  it('takes a few holes of one length for holes', () => {
    const times = Array.from({ length: 200 }, (_, row) => row + 4 * Math.min(20, Math.max(0, row - 100)))
    expect(build(times, times).times.length).toBe(280)
  })

  it('fills a hole of years thinly', () => {
    expect(build([0, 60, 120, 1e12], [1, 2, 3, 4]).times.length).toBe(1_004)
  })

  it('does not draw many holes together out over more rows than were received', () => {
    const times = Array.from({ length: 6_000 }, (_, row) => row + 1_000 * Math.floor(row / 3))
    const { columns, stepMs } = build(times, times)
    expect(stepMs).toBe(1)
    expect(columns[0]!.length).toBeLessThanOrEqual(12_000)
    expect(columns[0]!.filter((value) => !Number.isNaN(value))).toHaveLength(6_000)
  })

  it('holds nothing for nothing', () => {
    expect(build([], [])).toMatchObject({ stepMs: 0 })
    expect(build([5], [1])).toMatchObject({ stepMs: 0 })
  })

  it('does not depend on the order of the rows', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.double()), { selector: (row) => row[0] })
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat()), (data, keys) => {
        const shuffled = data.map((row) => ({ row, k: keys.next().value })).sort((a, b) => a.k - b.k)
        const one = build(
          data.map((row) => row[0] * 1000),
          data.map((row) => row[1]),
        )
        const two = build(
          shuffled.map(({ row }) => row[0] * 1000),
          shuffled.map(({ row }) => row[1]),
        )
        expect(two).toEqual(one)
      }),
    )
  })

  it('refuses columns of another length', () => {
    expect(() => buildFrame(key, new Float64Array(2), [new Float64Array(3)])).toThrow(RangeError)
  })
})

describe('findStepMs', () => {
  it('is the median distance', () => {
    expect(findStepMs(Float64Array.from([0, 60, 121, 182, 600]))).toBe(61)
    expect(findStepMs(Float64Array.from([0, 60, 120, 181, 241]))).toBe(60)
  })
})
