import { describe, expect, it } from 'vitest'
import { liveSample, stepMs } from '../../../testing/live-samples.ts'
import { isTooCoarse, valuesOf, widened } from './live-series.ts'

const start = Date.UTC(2026, 9, 25, 10)
const shown = liveSample({ from: start, to: start + 599 * stepMs })

describe('isTooCoarse', () => {
  const range = { from: start + 100 * stepMs, to: start + 110 * stepMs }
  it('is never true of the sampling interval itself', () =>
    expect(isTooCoarse(shown, { buckets: 800 }, range)).toBe(false))
  it('is true of a few long buckets', () => {
    expect(isTooCoarse({ ...shown, bucketMs: 10 * stepMs }, { buckets: 120 }, range)).toBe(true)
  })
  it('is true of a time before the one at hand', () => {
    expect(isTooCoarse(shown, { buckets: 120 }, { from: start - 60 * stepMs, to: start })).toBe(true)
  })
  it('is false of the time to come, which has no values', () => {
    const long = { ...shown, bucketMs: 10 * stepMs }
    const ahead = { from: start + 600 * stepMs, to: start + 700 * stepMs }
    expect(isTooCoarse(long, { buckets: 120 }, ahead)).toBe(false)
  })
})

describe('valuesOf', () => {
  it('cuts a range with some samples around it', () => {
    const { times, series } = valuesOf(shown, ['cpu[node1]'], { from: start + 100 * stepMs, to: start + 110 * stepMs })
    expect([times[0], times.at(-1)]).toEqual([start + 99 * stepMs, start + 111 * stepMs])
    expect(series.map(({ seriesId, min }) => [seriesId, min.length])).toEqual([['cpu[node1]', times.length]])
  })
})

describe('widened', () => {
  it('stays the same while the end moves on by a sample', () => {
    const from = start + 7 * stepMs
    const ranges = Array.from({ length: 60 }, (_, row) => widened({ from, to: from + (600 + row) * stepMs }, stepMs))
    expect(new Set(ranges.map(({ from: a, to }) => `${a} ${to}`)).size).toBeLessThan(5)
  })
})
